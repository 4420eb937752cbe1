# Builds both programs, then keeps only what runs: the bundled service, the dashboard's files, and libsql for
# a file store. Give the base image by its digest, so that the same sources build the same image:
# docs/operating.md says how to find it.
ARG NODE_IMAGE
FROM ${NODE_IMAGE} AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build

FROM ${NODE_IMAGE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4173
# Returns freed buffers of 128 KiB and more to the system at once: docs/operating.md, Memory.
ENV MALLOC_MMAP_THRESHOLD_=131072
WORKDIR /app
# The program's own licence; each folder below also contains the notices of its packages.
COPY LICENSE ./
COPY --from=build /build/dist/service/main.js /build/dist/service/third-party-notices.md ./dist/service/
# These two packages have their licence text only in the README.
COPY --from=build /build/node_modules/pg-types/README.md ./dist/service/pg-types.md
COPY --from=build /build/node_modules/pgpass/README.md ./dist/service/pgpass.md
COPY --from=build /build/dist/dashboard ./dist/dashboard
COPY --from=build /build/node_modules/libsql ./node_modules/libsql
COPY --from=build /build/node_modules/@libsql ./node_modules/@libsql
COPY --from=build /build/node_modules/@neon-rs ./node_modules/@neon-rs
# The bundle is an ES module; without this file Node would have to guess that.
RUN printf '{"type":"module"}\n' > package.json
# The service writes only the record, to this folder unless STORE is set. Everything else may be read-only.
RUN mkdir data && chown node:node data && chmod 700 data
VOLUME /app/data
USER node
EXPOSE 4173
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-old-space-size=384", "dist/service/main.js"]

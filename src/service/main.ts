import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ConfigError, type Config } from "./config.ts";
import { createService, type Service } from "./create-service.ts";
import { createHttpServer, clientLimits } from "./http/server.ts";
import { createLineWriter, thrownAt } from "./log.ts";

const stopWithinMs = 9500;

function start(service: Service): void {
  const { config, source, log } = service;
  // All callers behind a trusted proxy share its address.
  const limits =
    config.trustedProxyHops > 0 ? { ...clientLimits, connectionsPerAddress: Infinity } : clientLimits;
  const http = createHttpServer(service.app.fetch, limits);
  const { server } = http;

  server.once("error", (error: NodeJS.ErrnoException) => {
    console.error(listenFault(error, config));
    process.exit(1);
  });
  server.listen(config.port, config.host, () => {
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : config.port;
    for (const note of config.notes) console.warn(`Note: ${note}`);
    console.log(`Yieldboard listens on http://${config.displayHost}:${port}`);
    console.log(`Source: ${source.kind === "demo" ? "demo, simulated markets" : `upstream ${source.label}`}`);
    const count = source.countMarkets?.();
    console.log(`Markets: ${count === undefined ? "all that the source lists" : count.toLocaleString("en")}`);
  });

  const end = async (): Promise<void> => {
    const finished = await http.stop(stopWithinMs);
    await service.close();
    log.info("stopped", { finished });
    process.exit(finished ? 0 : 1);
  };
  let stops = 0;
  const stop = (signal: NodeJS.Signals): void => {
    stops += 1;
    log.info("stopping", { signal });
    // A second signal ends the program at once.
    if (stops > 1) process.exit(1);
    service.stopping();
    void end();
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  // Sent when a terminal closes. Node's default is to exit without a log line, even under nohup.
  process.on("SIGHUP", stop);
  // Node itself prints the stack to stderr and exits, but stderr may be closed or not collected.
  process.on("uncaughtExceptionMonitor", ({ name, stack }) =>
    log.error("crashed", { error: name, at: thrownAt(stack) }),
  );
}

function listenFault(error: NodeJS.ErrnoException, { host, port }: Config): string {
  if (error.code === "EADDRINUSE")
    return `PORT ${port} on ${host} is taken by another program. Stop that program or set PORT to a free port.`;
  if (error.code === "EACCES")
    return `PORT ${port} may not be opened by this user. Set PORT to a number above 1023.`;
  if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND")
    return `HOST ${host} is not an address of this machine. Set HOST to 127.0.0.1, 0.0.0.0 or an address it has.`;
  return `The service cannot listen on ${host}, port ${port} (${error.code ?? "unknown reason"}). Check HOST and PORT.`;
}

// stderr may be closed.
process.stderr.on("error", () => {});

try {
  const dashboard = join(dirname(fileURLToPath(import.meta.url)), "../dashboard");
  start(createService(process.env, dashboard, createLineWriter(process.stdout)));
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

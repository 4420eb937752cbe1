// What ships of others, with the notices their licences ask for: written at each build from the packages that are in it.
import { readFileSync, readdirSync } from "node:fs";
import { join, sep } from "node:path";

/** Licences that ask for no notice. */
const askingNothing = new Set(["Unlicense", "0BSD", "CC0-1.0"]);
const installed = join(import.meta.dirname, "..", "node_modules");

/**
 * Writes third-party-notices.txt beside what is built.
 * @param {readonly string[]} others packages that are in the build without being one of its modules: styles, fonts
 * @returns {import("vite").Plugin}
 */
export function thirdPartyNotices(others = []) {
  return {
    name: "yieldboard-third-party-notices",
    apply: "build",
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
      const names = new Set([...others, ...modules.flatMap((id) => packageOf(id) ?? [])]);
      this.emitFile({
        type: "asset",
        fileName: "third-party-notices.txt",
        source: writeNotices([...names].toSorted()),
      });
    },
  };
}

/**
 * The package a module lies in, by its path below node_modules; undefined for our own.
 * @param {string} id
 */
export function packageOf(id) {
  const [path = ""] = id.replace(/^\0/, "").split("?");
  const inside = path.split(`${sep}node_modules${sep}`).slice(1).join(`${sep}node_modules${sep}`);
  return /^(?:.*node_modules[\\/])?(?:@[^\\/]+[\\/])?[^\\/]+/.exec(inside)?.[0];
}

/**
 * Name, version, licence and its whole text for each package.
 * @param {readonly string[]} names paths below `packages`
 * @param {string} packages the folder they lie in
 * @throws where a package brings no text of a licence that asks for it: then it may not ship
 */
export function writeNotices(names, packages = installed) {
  return names
    .map((name) => {
      const folder = join(packages, name);
      /** @type {{ name: string, version: string, license?: string }} */
      const about = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
      const texts = readdirSync(folder)
        .filter((file) => /^(?:licen[cs]e|copying|notice)/i.test(file))
        .map((file) => readFileSync(join(folder, file), "utf8").trim());
      if (texts.length === 0) texts.push(...licenceOfReadme(folder));
      if (texts.length === 0 && !askingNothing.has(about.license ?? ""))
        throw new Error(`${name} has no text of its licence, so it cannot ship.`);
      return `${about.name} ${about.version} (${about.license ?? "see below"})\n\n${texts.join("\n\n")}\n`;
    })
    .join(`\n${"-".repeat(80)}\n\n`);
}

/**
 * The text of the licence where a package has it at the end of its README only.
 * @param {string} folder
 * @returns {readonly string[]} nothing where there is no such text
 */
function licenceOfReadme(folder) {
  const readme = readdirSync(folder).find((file) => /^readme/i.test(file));
  if (readme === undefined) return [];
  const section = /^#+ *licen[cs]e$([^]*)/im.exec(readFileSync(join(folder, readme), "utf8"))?.[1]?.trim();
  return section?.includes("Permission is hereby granted") ? [section] : [];
}

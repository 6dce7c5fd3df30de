// Creates Python packages, and an index of them on disk, so that pip needs no network.

import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { python } from "./git.test.support.js";

export interface PythonPackage {
  readonly name: string;
  readonly version: string;
  /** Contents by path; default: a package of one module. */
  readonly files?: Readonly<Record<string, string>>;
  readonly requires?: readonly string[];
}

const zip = `
import json, sys, zipfile
path, files = json.loads(sys.argv[1])
with zipfile.ZipFile(path, "w") as archive:
    for name, content in files.items():
        archive.writestr(name, content)
`;

const moduleOf = (name: string): string => name.replaceAll("-", "_");

/** Writes a wheel into `folder`. Returns its path. */
export function makeWheel(folder: string, { name, version, files, requires = [] }: PythonPackage): string {
  const module = moduleOf(name);
  const info = `${module}-${version}.dist-info`;
  const content: Readonly<Record<string, string>> = {
    ...(files ?? { [`${module}/__init__.py`]: `__version__ = "${version}"\n` }),
    [`${info}/METADATA`]: [
      "Metadata-Version: 2.1",
      `Name: ${name}`,
      `Version: ${version}`,
      ...requires.map((line) => `Requires-Dist: ${line}`),
      "",
    ].join("\n"),
    [`${info}/WHEEL`]: "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
  };
  const record = [...Object.keys(content), `${info}/RECORD`].map((path) => `${path},,\n`).join("");
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${module}-${version}-py3-none-any.whl`);
  python(zip, JSON.stringify([path, { ...content, [`${info}/RECORD`]: record }]));
  return path;
}

/** Creates an index in pip's simple format. Returns its address, with a trailing slash. */
export function makeIndex(folder: string, packages: readonly PythonPackage[]): string {
  for (const each of packages) {
    const own = join(folder, each.name.toLowerCase());
    makeWheel(own, each);
    const links = readdirSync(own)
      .filter((name) => name.endsWith(".whl"))
      .map((name) => `<a href="${name}">${name}</a>`);
    writeFileSync(join(own, "index.html"), `<!DOCTYPE html>\n${links.join("\n")}\n`);
  }
  return pathToFileURL(folder).href + "/";
}

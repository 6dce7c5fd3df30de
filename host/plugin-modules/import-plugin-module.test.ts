// Plugins load from any folder, in a process of their own, because vitest has a loader of its own.

import { manifestOf } from "../testing/manifest-of.js";
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeAll, expect, it } from "vitest";

const root = mkdtempSync(join(tmpdir(), "pictor-modules-"));

const body = `import { greeting } from "./lib/greeting.js";
import { apiVersion, PictorError } from "@pictor/kernel/plugin";
(globalThis.seen ??= []).push({ apiVersion, PictorError });
export default () => ({ handlers: { greet: () => greeting } });`;

/** The files above the plugins, and the main module of each. */
const places: Readonly<Record<string, { readonly packageJson?: object; readonly main: string }>> = {
  commonjs: { packageJson: { type: "commonjs" }, main: "./index.js" },
  module: { packageJson: { type: "module" }, main: "./index.js" },
  typeless: { packageJson: { name: "a" }, main: "./index.js" },
  bare: { main: "./index.js" },
  mjs: { packageJson: { type: "commonjs" }, main: "./index.mjs" },
};

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function writePlugin(place: string, main: string, text: string): void {
  const folder = join(root, place, "plugins", place);
  const manifest = manifestOf(`auth-${place}`, "auth", {
    main,
    title: place,
    description: place,
    taps: [{ hook: "beforeSend", handler: "greet" }],
  });
  write(join(folder, "plugin.json"), JSON.stringify(manifest));
  write(join(folder, main), text);
  write(join(folder, "lib/greeting.js"), `export const greeting = undefined;`);
}

const script = `
import { createPictor } from "@pictor/host";
import { loadConfiguration } from "@pictor/kernel";
import { apiVersion, PictorError } from "@pictor/kernel/plugin";
const plugins = process.argv.slice(1).map((path) => ({ kind: "collection", path }));
const configuration = await loadConfiguration({ directory: process.cwd(), flags: {} });
const pictor = await createPictor({ plugins, configuration, builtins: "none" });
const outcomes = {};
for (const { id } of pictor.plugins())
  outcomes[id] = await pictor.load(id).then(({ status }) => status.state, ({ code, message }) => code + " " + message);
const same = globalThis.seen.every((seen) => seen.PictorError === PictorError && seen.apiVersion === apiVersion);
await pictor.dispose();
console.log(JSON.stringify({ outcomes, same }));`;

interface Report {
  readonly outcomes: Readonly<Record<string, string>>;
  readonly same: boolean;
}

let report: Report;
let stderr: string;

beforeAll(async () => {
  for (const [place, { packageJson, main }] of Object.entries(places)) {
    if (packageJson !== undefined) write(join(root, place, "package.json"), JSON.stringify(packageJson));
    writePlugin(place, main, body);
  }
  writePlugin("broken", "./index.js", `const fine = 1;\nexport default fuction () {}\n`);
  const unknownName = `\nimport { nothing } from "./lib/greeting.js";\nexport default () => nothing;\n`;
  writePlugin("unlinked", "./index.js", unknownName);
  writePlugin(
    "homeless",
    "./index.js",
    `import { fault } from "@pictor/kernel";\nexport default () => fault;\n`,
  );
  writePlugin("stale", "./index.js", `import "./lib/scheme.js";\n${body}`);
  const scheme = join(root, "stale/plugins/stale/lib/scheme");
  for (const [extension, second] of Object.entries({ js: 100, ts: 200 })) {
    write(`${scheme}.${extension}`, "export {};");
    utimesSync(`${scheme}.${extension}`, second, second);
  }
  const found = await promisify(execFile)(
    process.execPath,
    [
      "--conditions=@pictor/source",
      "--import",
      import.meta.resolve("tsx"),
      "--input-type=module",
      "--eval",
      script,
      "--",
      ...[...Object.keys(places), "broken", "unlinked", "homeless", "stale"].map((place) =>
        join(root, place, "plugins"),
      ),
    ],
    { cwd: fileURLToPath(new URL(".", import.meta.url)) },
  );
  report = JSON.parse(found.stdout) as Report;
  stderr = found.stderr;
});

it.each(Object.keys(places))("a plugin loads as an ES module: %s", (place) => {
  expect(report.outcomes[`auth-${place}`]).toBe("ready");
});

it("plugins have the host's own copy of the plugin API", () => {
  expect(report.same).toBe(true);
});

it("a syntax error names its file, line and column", () => {
  expect(report.outcomes["auth-broken"]).toMatch(/^PLUGIN_IMPORT_FAILED .*index\.js:2:27/s);
});

it("an import of a name that the other file lacks names the file and line of the import", () => {
  expect(report.outcomes["auth-unlinked"]).toMatch(
    /^PLUGIN_IMPORT_FAILED .*named 'nothing' \(at index\.js:2\)/s,
  );
});

it("a package that is not installed has an error of its own, whose advice names the entry for plugins", () => {
  expect(report.outcomes["auth-homeless"]).toMatch(
    /^PLUGIN_PACKAGE_MISSING .*'@pictor\/kernel' .*"@pictor\/kernel\/plugin", which needs no installation\.$/s,
  );
});

it("JavaScript that is older than its TypeScript is not run", () => {
  const runsTypeScript = Boolean((process.features as { readonly typescript?: unknown }).typescript);
  expect(report.outcomes["auth-stale"]).toMatch(
    runsTypeScript
      ? /^ready$/
      : /^PLUGIN_IMPORT_FAILED .*scheme\.js is older than scheme\.ts, .*\(npx tsc\)/s,
  );
});

it("no warning of Node is printed", () => {
  expect(stderr).toBe("");
});

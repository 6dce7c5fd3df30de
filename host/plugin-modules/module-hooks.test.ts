// Which file of a plugin is loaded where JavaScript and TypeScript lie side by side, and after a change.

import { mkdirSync, mkdtempSync, realpathSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { initialize, resolve } from "./module-hooks.js";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "pictor-hooks-")));
const url = `${pathToFileURL(folder).href}/`;
mkdirSync(join(folder, "node_modules/a"), { recursive: true });
for (const [name, second] of Object.entries({
  "stale.js": 100,
  "stale.ts": 200,
  "current.js": 200,
  "current.ts": 100,
  "plain.js": 100,
  "checkout.js": 100,
  "checkout.ts": 101,
  "only.ts": 100,
  "node_modules/a/stale.js": 100,
  "node_modules/a/stale.ts": 200,
})) {
  writeFileSync(join(folder, name), "");
  utimesSync(join(folder, name), second, second);
}

/** As Node resolves a file: it has to be there. */
function node(specifier: string, parentURL: string) {
  const found = new URL(specifier, parentURL);
  if (specifier.includes("only.js"))
    throw Object.assign(new Error("not found"), { code: "ERR_MODULE_NOT_FOUND" });
  return { url: found.href };
}

interface Situation {
  readonly typescript: boolean;
  readonly version?: number;
}
function load(specifier: string, { typescript, version = 0 }: Situation): string {
  initialize({ host: "file:///host.js", folders: new Map([[url, version]]), typescript });
  const context = { parentURL: `${url}index.js` };
  return resolve(specifier, context, () => node(specifier, context.parentURL)).url.slice(url.length);
}

describe.each([true, false])("Node runs TypeScript: %s", (typescript) => {
  it.each([
    ["JavaScript without TypeScript", "./plain.js", "plain.js"],
    ["JavaScript that is newer than its TypeScript", "./current.js", "current.js"],
    ["JavaScript of an installed package", "./node_modules/a/stale.js", "node_modules/a/stale.js"],
  ])("%s is loaded", (_what, specifier, expected) => {
    expect(load(specifier, { typescript })).toBe(expected);
  });
});

it("TypeScript is loaded in place of older JavaScript, and of JavaScript that is not there", () => {
  expect(load("./stale.js", { typescript: true })).toBe("stale.ts");
  expect(load("./only.js", { typescript: true })).toBe("only.ts");
  expect(load("./checkout.js", { typescript: true })).toBe("checkout.ts");
});

it("where Node does not run TypeScript, older JavaScript is refused with what to do", () => {
  const refused =
    /does not run TypeScript: compile the plugin first \(npx tsc\), or use Node 22\.18 or later$/;
  expect(() => load("./stale.js", { typescript: false })).toThrow(
    /^stale\.js is older than stale\.ts, and Node v/,
  );
  expect(() => load("./stale.js", { typescript: false })).toThrow(refused);
  expect(() => load("./only.js", { typescript: false })).toThrow(
    /^there is no only\.js, and Node v.*npx tsc/,
  );
  // A checkout writes both within a moment.
  expect(load("./checkout.js", { typescript: false })).toBe("checkout.js");
});

it("a rejection of Node's own resolution is answered as an exception is", async () => {
  initialize({ host: "file:///host.js", folders: new Map([[url, 0]]), typescript: true });
  const missing = Object.assign(new Error("not found"), { code: "ERR_MODULE_NOT_FOUND" });
  const context = { parentURL: `${url}index.js` };
  const late = resolve("./only.js", context, () => Promise.reject<{ readonly url: string }>(missing));
  expect((await late).url).toBe(`${url}only.ts`);
  await expect(
    resolve("./gone.js", context, () => Promise.reject<{ readonly url: string }>(missing)),
  ).rejects.toBe(missing);
});

it("after a change, each file of the folder is another module, and no file elsewhere", () => {
  expect(load("./plain.js", { typescript: true, version: 2 })).toBe("plain.js?reload=2");
  expect(load("./stale.js?a=b", { typescript: true, version: 2 })).toBe("stale.ts?a=b&reload=2");
  expect(load("./node_modules/a/stale.js", { typescript: true, version: 2 })).toBe("node_modules/a/stale.js");
});

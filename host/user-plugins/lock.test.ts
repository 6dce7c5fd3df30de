// A plugins.lock.json that was edited by hand: what it names is no path and no address.

import { mkdirSync, writeFileSync } from "node:fs";
import { beforeEach, expect, it } from "vitest";
import { userVariables } from "../testing/every-system.js";
import { createTestFolder } from "../testing/test-folder.js";
import { comparePlugins } from "./change-plugins.js";
import { lockFileOf, readLock } from "./lock.js";
import { userPluginFolder } from "./user-folder.js";

let root: string;
let folder: string;
beforeEach(() => {
  root = createTestFolder();
  folder = userPluginFolder(userVariables(root));
  mkdirSync(folder, { recursive: true });
});

const npm = { kind: "npm", name: "acme", wanted: "latest", version: "1.0.0", integrity: "sha512-a" };
const write = (id: string, source: object): void => {
  writeFileSync(
    lockFileOf(folder),
    JSON.stringify({ version: 1, plugins: { [id]: { version: "1.0.0", integrity: "sha512-a", source } } }),
  );
};

it("an entry as Pictor writes it is read", async () => {
  write("output-acme", npm);
  expect(Object.keys(await readLock(folder))).toEqual(["output-acme"]);
});

it.each<readonly [string, string, object]>([
  ["a path out of the folder as its id", "../../acme", npm],
  ["an absolute path as its id", "/srv/acme", npm],
  ["the folder itself as its id", ".", npm],
  ["an address as the name of its package", "output-acme", { ...npm, name: "git+file:///srv/acme" }],
  ["a source without its members", "output-acme", { kind: "git" }],
  ["a source of no kind", "output-acme", { kind: "constructor" }],
])("an entry with %s is refused", async (_what, id, source) => {
  write(id, source);
  await expect(readLock(folder)).rejects.toMatchObject({ code: "PLUGIN_LOCK_BROKEN" });
});

it.skipIf(process.platform === "win32")(
  "an archive that is a device now is not read without end",
  async () => {
    write("output-acme", { kind: "archive", path: "/dev/zero", integrity: "sha512-a" });
    const run = () => Promise.reject(new Error("no program is needed"));
    expect(await comparePlugins({ env: userVariables(root), run })).toMatchObject([
      { reason: "it is no longer a regular file" },
    ]);
  },
);

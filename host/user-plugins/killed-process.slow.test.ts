// A process that is killed while it adds a plugin leaves none that is not pinned, and the plugin can be added again.

import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startLockProcess } from "@pictor/locks/testing";
import { it } from "vitest";
import { readLock } from "./lock.js";
import { moveIntoPlace } from "./move-into-place.js";

/** Adds a plugin, and dies instead of moving a file or folder to a path that ends so. */
const program = `
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
const [move, dies] = args;
const rename = fs.promises.rename;
fs.promises.rename = (from, to) => (to.endsWith(dies) ? process.kill(process.pid, "SIGKILL") : rename(from, to));
syncBuiltinESMExports();
const { moveIntoPlace } = await import("./host/user-plugins/move-into-place.ts");
await moveIntoPlace({ ...JSON.parse(move), recheck: async () => undefined });
say("added");
process.exit();
`;

const id = "output-acme";

for (const dies of ["plugins.lock.json", "/before", `/${id}`])
  it.skipIf(process.platform === "win32").concurrent(`one that dies at ${dies}`, async (test) => {
    const { expect } = test;
    const folder = mkdtempSync(join(tmpdir(), "pictor-killed-"));
    const userFolder = join(folder, "plugins");
    const moveOf = (version: string) => {
      const [from, scratch] = [join(folder, version), join(folder, `scratch-${version}`)];
      for (const made of [from, scratch]) mkdirSync(made);
      writeFileSync(join(from, "version"), version);
      const entry = { version, integrity: "sha512-a", source: { kind: "folder", path: "/acme" } as const };
      return { id, from, userFolder, scratch, entry, source: "/acme" };
    };
    const add = (version: string) => moveIntoPlace({ ...moveOf(version), recheck: () => Promise.resolve() });
    if (dies === "/before") await add("1.0.0");
    const child = startLockProcess(test, program, JSON.stringify(moveOf("2.0.0")), dies);
    expect(await child.next()).toBeUndefined();
    const isThere = existsSync(join(userFolder, id));
    expect(isThere).toBe(dies === "/before");
    if (isThere) expect(Object.keys(await readLock(userFolder))).toEqual([id]);
    await add("3.0.0");
    expect((await readLock(userFolder))[id]?.version).toBe("3.0.0");
  });

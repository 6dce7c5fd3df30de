// Which servers of a folder live: those that hold their lock.

import { mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { placeForeignLock } from "@pictor/locks/testing";
import { LivingServers } from "./living-servers.js";

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "pictor-servers-"));
  return folder;
}

it("a server lives from its start to its end", async () => {
  const folder = join(newFolder(), "servers");
  const [one, other] = [new LivingServers(folder), new LivingServers(folder)];
  await one.enter();
  await other.enter();
  expect([...(await other.ended([one.id]))]).toEqual([]);
  await one.leave();
  expect([...(await other.ended([one.id, "never-seen"]))]).toEqual([one.id, "never-seen"]);
  await other.leave();
  expect(readdirSync(folder)).toEqual([]);
});

// Elsewhere no start time tells a process that stands still from another one with its pid.
it.skipIf(process.platform !== "linux")(
  "a server whose process was killed has ended; one whose process stands still has not",
  async () => {
    const folder = newFolder();
    await placeForeignLock(join(folder, "killed"), "dead");
    await placeForeignLock(join(folder, "still"), "still");
    const servers = new LivingServers(folder);
    expect([...(await servers.ended(["killed", "still"]))]).toEqual(["killed"]);
  },
);

it.skipIf(process.platform === "win32")("a folder in which none can be made is an error", async () => {
  await expect(new LivingServers("/proc/pictor/servers").enter()).rejects.toThrow();
});

it("a folder that cannot be used is an error, and a server that never lived can leave", async () => {
  const file = join(newFolder(), "servers");
  writeFileSync(file, "");
  const servers = new LivingServers(file);
  await expect(servers.enter()).rejects.toThrow();
  await servers.leave();
});

// The lock file of extensions that Pictor writes for the user: exactly what it has written is trusted.

import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { loadPictorConfiguration } from "@pictor/host";
import { openTrustedFolder } from "@pictor/host/trust";
import { beforeEach, describe, expect, it } from "vitest";
import { createClone, type Clone } from "./testing/create-clone.js";

const name = "pictor-extensions.lock.json";
const lockOf = (digit: string): string =>
  JSON.stringify({ pictorExtensions: 1, extensions: { "github.com/a/pack": { commit: digit.repeat(40) } } });

let { root, project, env, write, trustFolder } = {} as Clone;
let path: string;
beforeEach(() => {
  ({ root, project, env, write, trustFolder } = createClone());
  path = join(project, name);
});
const load = (trust = false) => loadPictorConfiguration({ directory: project, env, ...(trust && { trust }) });
/** A command reads the configuration, and changes the file from one content to another. */
async function change(after: string, before?: string, trust = false): Promise<void> {
  const { fileSaved } = await load(trust);
  write(`clone/${name}`, after);
  await fileSaved?.({ path, after, ...(before !== undefined && { before }) });
}
const refused = { code: "TRUST_REQUIRED" };

describe("the lock file of extensions", () => {
  it("that the user's command has written needs no question, nor do its changes", async () => {
    await change(lockOf("a"));
    await load();
    await change(lockOf("b"), lockOf("a"));
    await load();
  });

  it("is asked about if somebody else has replaced what the command wrote", async () => {
    await change(lockOf("a"));
    const { fileSaved } = await load();
    write(`clone/${name}`, lockOf("c"));
    await fileSaved?.({ path, before: lockOf("a"), after: lockOf("b") });
    await expect(load()).rejects.toMatchObject(refused);
  });

  it("is asked about if the command has changed what somebody else wrote meanwhile", async () => {
    const { fileSaved } = await load();
    write(`clone/${name}`, lockOf("b"));
    await fileSaved?.({ path, before: lockOf("a"), after: lockOf("b") });
    await expect(load()).rejects.toMatchObject(refused);
  });

  it("is asked about if it was trusted for one call only", async () => {
    write(`clone/${name}`, lockOf("a"));
    await change(lockOf("b"), lockOf("a"), true);
    await expect(load()).rejects.toMatchObject(refused);
  });

  it.skipIf(process.platform === "win32")("that is a link says where it leads", async () => {
    const target = write(`shared/${name}`, lockOf("a"));
    symlinkSync(target, path);
    const { untrusted } = await openTrustedFolder(project, { env });
    expect(untrusted.map(({ text }) => text).join("\n")).toContain(join(root, "shared", name));
    await trustFolder();
    await change(lockOf("b"), lockOf("a"));
    await load();
  });
});

// A disk that is full: each write is refused as such, leaves what was there, and works once there is room.

import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { manifestOf } from "@pictor/host/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createCommandFolder, type CommandFolder } from "../../cli/testing/command-folder.js";
import { appendLines } from "@pictor/locks";
import { RecordJournal } from "../../server/files/record-journal.js";
import { startTestServer } from "../../server/testing/start-server.js";
import { cannotMount, mountSmall, type Mount } from "./managed/mounts.test.support.js";

let folder: CommandFolder;
let disk: string;
let mount: Mount;
beforeEach(() => {
  disk = join(createCommandFolder().path, "disk");
  mount = mountSmall(disk, "3m");
  folder = createCommandFolder({ XDG_DATA_HOME: disk, XDG_CONFIG_HOME: disk });
  mkdirSync(join(disk, "pictor"));
});
afterEach(() => mount.remove());

const filler = (): string => join(disk, "filler");
/** Leaves no room. */
function fill(): void {
  const file = openSync(filler(), "w");
  try {
    for (const bytes = Buffer.alloc(4096); ;) writeSync(file, bytes);
  } catch {
    // The disk is full.
  } finally {
    closeSync(file);
  }
}
const free = (): void => {
  rmSync(filler());
};
/** The files of the disk with their contents. */
const contents = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(disk, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== "filler")
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((path) => [path, readFileSync(path, "latin1")]),
  );

const plugin = manifestOf("output-acme", "output", { title: "Acme", description: "Acme" });
const image = ["--set", "width=64", "--set", "height=64", "--set", "steps=1", "--backend", "embedded"];

describe.skipIf(cannotMount !== undefined)("on a full disk", { timeout: 60_000 }, () => {
  it.each<readonly [string, (number: number) => readonly string[]]>([
    ["a configuration", (number) => ["config", "set", `backends.b${number}.kind`, "embedded"]],
    ["a secret", (number) => ["auth", "set", `p${number}`, "--type", "bearer", "--secret", "token"]],
    ["a token of the server", (number) => ["serve", "tokens", "create", `t${number}`, "--scope", "read"]],
    ["a preset", (number) => ["presets", "save", `p${number}`, "txt2img", "a kite"]],
    ["a project", () => ["project", "save", join(disk, "p.json"), "txt2img", "a kite", "--force"]],
    ["a plugin of the user", () => ["plugins", "add", join(folder.path, "acme"), "--yes"]],
    ["a new plugin", (number) => ["plugins", "new", "auth", `acme${number}`, "--directory", disk]],
    ["an image", () => ["generate", "txt2img", "a kite", ...image, "--out", join(disk, "images")]],
  ])("%s is refused, and nothing else changes", async (_what, wordsOf) => {
    mkdirSync(join(folder.path, "acme"));
    folder.write("acme/plugin.json", JSON.stringify(plugin));
    folder.write("acme/index.js", `export default () => ({}); // ${"x".repeat(10_000)}`);
    const run = async (number: number) => {
      const { code, out } = await folder.runWithAnswer("s3cr3t\n", ...wordsOf(number), "--json");
      const { error } = JSON.parse(out.trim().split("\n").at(-1) ?? "") as {
        error?: { class: string; what: string };
      };
      return { code, class: error?.class, what: error?.what ?? "" };
    };
    expect((await run(1)).code).toBe(0);
    const before = contents();
    fill();
    const refused = await run(2);
    expect([refused.class, refused.code === 0]).toEqual(["full", false]);
    expect(refused.what).toContain("The disk is full: ");
    expect(contents()).toEqual(before);
    free();
    expect((await run(2)).code).toBe(0);
  });

  it("an upload is refused, and a token is valid although its use cannot be noted", async () => {
    const test = await startTestServer({ folder: join(disk, "server") });
    try {
      const body = { name: "kept", scopes: ["generate"] };
      const { token } = (await test.call("POST", "/v1/tokens", { body })).json() as { token: string };
      const png = { headers: { "Content-Type": "image/png" }, token };
      const bytes = Buffer.alloc(100_000, "\x89PNG\r\n\x1a\n", "latin1");
      fill();
      const refused = await test.call("POST", "/v1/uploads", { ...png, body: bytes });
      expect([refused.status, refused.json()["code"]]).toEqual([507, "FILE_DISK_FULL"]);
      expect(readdirSync(join(disk, "server/server/uploads"))).toEqual([]);
      free();
      expect((await test.call("POST", "/v1/uploads", { ...png, body: bytes })).status).toBe(200);
    } finally {
      await test.close();
    }
  });

  it("a line of a journal is cut, and costs no other line", async () => {
    const path = join(disk, "records.jsonl");
    const records = new RecordJournal(path, (value): value is string => typeof value === "string");
    const line = "x".repeat(3000);
    await records.append("first");
    await appendLines(join(disk, "journal.jsonl"), "first\n");
    fill();
    const tries = Array.from({ length: 4 }, () => [
      records.append(line),
      appendLines(join(disk, "journal.jsonl"), `${line}\n`),
    ]);
    const ends = await Promise.allSettled(tries.flat());
    expect(ends.filter(({ status }) => status === "rejected").length).toBeGreaterThan(5);
    free();
    await records.append("last");
    await appendLines(join(disk, "journal.jsonl"), "last\n");
    await records.close();
    const read = await records.read();
    expect([read[0], read.at(-1)]).toEqual(["first", "last"]);
    const lines = readFileSync(join(disk, "journal.jsonl"), "utf8").split("\n");
    expect([lines[0], lines.at(-2), lines.at(-1)]).toEqual(["first", "last", ""]);
  });
});

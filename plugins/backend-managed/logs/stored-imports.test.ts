// Tests of the import report after a rotation of the log.

import { existsSync } from "node:fs";
import { appendFile, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { layoutOf } from "../layout.js";
import { createReadLoaded } from "../server/loaded-extensions.js";
import { rotateLargeLog, logFile, openServerLog } from "./server-log.js";

let root: string;
let folder: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "pictor-imports-"));
  folder = join(root, "logs");
  await start();
});

const start = async (): Promise<void> => (await openServerLog(folder)).close();
const say = (...lines: readonly string[]) => appendFile(logFile(folder), `${lines.join("\n")}\n`);
const putAside = () => rotateLargeLog(folder, 1);
const report = (...rows: readonly string[]): readonly string[] => [
  "Import times for custom nodes:",
  ...rows,
  "",
  "Starting server",
];
const broken = [
  "Cannot import /c/custom_nodes/broken module for custom nodes: No module named 'numba'",
  ...report("   0.0 seconds: /c/custom_nodes/good", "   0.1 seconds (IMPORT FAILED): /c/custom_nodes/broken"),
];
/** Reads the report like the list of extensions, in any process. */
const told = async () => {
  const source = { name: "a", dataFolder: root, workingDirectory: root, platform: "linux" } as const;
  const layout = layoutOf({ python: "", directory: root }, source);
  const loaded = await createReadLoaded({ layout }, async () => new Map())();
  return [[...(loaded?.loaded ?? [])], [...(loaded?.failures ?? [])]];
};
const ofBroken = [["good"], [["broken", "No module named 'numba'"]]];

it("is available after any number of rotations", async () => {
  await say(...broken);
  expect(await told()).toEqual(ofBroken);
  for (let time = 0; time < 7; time++) {
    expect(await putAside()).toBe(true);
    expect(await told()).toEqual(ofBroken);
    await say("got prompt", "100%");
  }
  expect(await told()).toEqual(ofBroken);
});

it("is that of a restart in the same process, which continues the log", async () => {
  await say(...broken);
  await putAside();
  await say(...report("   0.0 seconds: /c/custom_nodes/broken"));
  expect(await told()).toEqual([["broken"], []]);
  await putAside();
  expect(await told()).toEqual([["broken"], []]);
});

it("is never that of an earlier start", async () => {
  await say(...broken);
  await putAside();
  await say("got prompt");
  await start();
  await say("Starting server");
  expect(await told()).toEqual([[], []]);
});

it("is not stored for a start without imports, and an invalid file is ignored", async () => {
  await say("Starting server");
  await putAside();
  expect(existsSync(join(folder, "imports.json"))).toBe(false);
  for (const text of ["{", "null", '{"loaded":[1],"failures":[]}', '{"loaded":[],"failures":[["a"]]}']) {
    await writeFile(join(folder, "imports.json"), text);
    expect(await told()).toEqual([[], []]);
  }
});

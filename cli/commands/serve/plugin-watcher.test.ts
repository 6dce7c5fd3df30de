// Which plugins count as changed, with a fake of the system's watchers and a fake clock.

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { createFakeClock, createTestFolder, posixPath } from "@pictor/host/testing";
import { afterEach, beforeEach, expect, it } from "vitest";
import { PluginWatcher } from "./plugin-watcher.js";

let root: string;
let clock: ReturnType<typeof createFakeClock>;
let watched: Map<string, () => void>;
let changes: (readonly string[])[];
let watcher: PluginWatcher;

const write = (path: string, text = ""): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const short = (folders: Iterable<string>): readonly string[] =>
  [...folders].map((folder) => posixPath(relative(root, folder))).sort();

/** The system reports a change in a folder; the editor has nothing more to write. */
async function reportChange(folder: string): Promise<void> {
  watched.get(join(root, folder))?.();
  await clock.advance(200);
}

beforeEach(() => {
  root = createTestFolder();
  clock = createFakeClock();
  watched = new Map();
  changes = [];
  write("mine/auth-a/plugin.json");
  write("mine/auth-a/lib/a.js");
  write("mine/auth-a/node_modules/b/index.js");
  write("mine/auth-b/plugin.json");
  write("mine/notes/readme.txt");
  write("one/plugin.json");
  watcher = new PluginWatcher({
    roots: ["mine", "one", "later"].map((name) => join(root, name)),
    clock,
    watch(folder, changed) {
      watched.set(folder, changed);
      return () => watched.delete(folder);
    },
    onChange: (folders) => changes.push(short(folders)),
  });
});
afterEach(() => watcher.close());

it("watches the folders of plugins, without packages, and the folder in which one is missing", () => {
  expect(short(watched.keys())).toEqual(["", "mine", "mine/auth-a", "mine/auth-a/lib", "mine/auth-b", "one"]);
});

it("watches a folder that was missing once it is there, and until then ignores what else is beside it", async () => {
  write("other.txt");
  watched.get(root)?.();
  expect(clock.pending()).toBe(0);
  write("later/auth-d/plugin.json");
  await reportChange("");
  expect(changes).toEqual([["later/auth-d"]]);
  expect(short(watched.keys())).toEqual(expect.arrayContaining(["later", "later/auth-d"]));
  expect(short(watched.keys())).not.toContain("");
});

it("names the plugin whose file has changed, once for several writes", async () => {
  write("mine/auth-a/lib/a.js", "1");
  watched.get(join(root, "mine/auth-a/lib"))?.();
  await clock.advance(100);
  write("mine/auth-a/lib/a.js", "22");
  write("one/index.js", "");
  await reportChange("mine/auth-a/lib");
  expect(changes).toEqual([["mine/auth-a", "one"]]);
});

it("is silent about an event without a change, and about files outside of plugins", async () => {
  await reportChange("mine/auth-b");
  write("mine/notes/readme.txt", "more");
  await reportChange("mine");
  expect(changes).toEqual([]);
});

it("names a new plugin, watches it, and names one that is gone", async () => {
  write("mine/auth-c/plugin.json");
  await reportChange("mine");
  write("mine/auth-c/lib/x.js");
  await reportChange("mine/auth-c");
  rmSync(join(root, "mine/auth-c"), { recursive: true });
  await reportChange("mine");
  expect(changes).toEqual([["mine/auth-c"], ["mine/auth-c"], ["mine/auth-c"]]);
  expect(short(watched.keys())).not.toContain("mine/auth-c");
});

it("watches nothing after its end", async () => {
  write("mine/auth-b/index.js");
  watched.get(join(root, "mine/auth-b"))?.();
  watcher.close();
  await clock.advance(1000);
  expect([watched.size, clock.pending(), changes]).toEqual([0, 0, []]);
});

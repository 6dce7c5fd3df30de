// What tests leave in the temporary folder is removed with the folder of their run.

import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { dataFolder, thisMachine } from "@pictor/kernel";
import { expect, it } from "vitest";
import { userFile } from "../host/configuration-files.js";
import { cacheFolder } from "../server/pictures/cache-folder.js";
import { foldersOfUser } from "./temporary-folder.js";

it("a test run has a temporary folder of its own", () => {
  expect(basename(tmpdir())).toMatch(/^pictor-tests-/);
});

it("with the folders of a user, so that the developer's are neither read nor written", () => {
  const folders = ["XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"].map(
    (name) => process.env[name] ?? "",
  );
  expect(folders.map(dirname)).toEqual(folders.map(() => join(tmpdir(), "user")));
});

it.each<[NodeJS.Platform, Record<string, string>]>([
  ["linux", { HOME: "/home/anna" }],
  ["darwin", { HOME: "/Users/anna" }],
  ["win32", { USERPROFILE: String.raw`C:\Users\anna` }],
])("the folders of a user on %s are in that one", (platform, ofDeveloper) => {
  const own = Object.entries(foldersOfUser(platform)).map(
    ([name, folder]) => [name, `/run/${folder}`] as const,
  );
  const machine = thisMachine({ ...ofDeveloper, ...Object.fromEntries(own) }, platform);
  const places = [dataFolder(machine), userFile(machine), cacheFolder(machine)];
  expect(places.map((place) => place.replaceAll("\\", "/").slice(0, 5))).toEqual(["/run/", "/run/", "/run/"]);
});

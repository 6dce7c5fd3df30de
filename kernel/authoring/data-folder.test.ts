// The data folder of each operating system, and the file in it.

import { userInfo } from "node:os";
import { expect, it } from "vitest";
import { dataFile, dataFolder, thisMachine, type SystemEnvironment } from "./data-folder.js";

const linux: SystemEnvironment = { env: {}, platform: "linux", home: "/home/anna" };
const windows: SystemEnvironment = { env: {}, platform: "win32", home: "C:\\Users\\anna" };

it.each<[string, SystemEnvironment, string]>([
  ["of Linux", linux, "/home/anna/.local/share/pictor"],
  ["that XDG_DATA_HOME names", { ...linux, env: { XDG_DATA_HOME: "/data" } }, "/data/pictor"],
  ["with an empty XDG_DATA_HOME", { ...linux, env: { XDG_DATA_HOME: "" } }, "/home/anna/.local/share/pictor"],
  [
    "with a relative XDG_DATA_HOME",
    { ...linux, env: { XDG_DATA_HOME: "x" } },
    "/home/anna/.local/share/pictor",
  ],
  [
    "of macOS, whatever XDG_DATA_HOME says",
    { env: { XDG_DATA_HOME: "/data" }, platform: "darwin", home: "/Users/anna" },
    "/Users/anna/Library/Application Support/pictor",
  ],
  ["of Windows", { ...windows, env: { LOCALAPPDATA: "D:\\Local" } }, "D:\\Local\\pictor"],
  ["of Windows without LOCALAPPDATA", windows, "C:\\Users\\anna\\AppData\\Local\\pictor"],
])("the data folder: %s", (_situation, machine, folder) => {
  expect(dataFolder(machine)).toBe(folder);
});

it.each([
  ["of Linux", "", linux, "/home/anna/.local/share/pictor/a.json"],
  ["that XDG_DATA_HOME names", "", { ...linux, env: { XDG_DATA_HOME: "/data" } }, "/data/pictor/a.json"],
  [
    "of macOS",
    "",
    { ...linux, platform: "darwin", home: "/Users/anna" },
    "/Users/anna/Library/Application Support/pictor/a.json",
  ],
  [
    "of Windows",
    "",
    { ...linux, platform: "win32", home: "C:\\anna" },
    "C:\\anna\\AppData\\Local\\pictor\\a.json",
  ],
  ["that is configured", "/x/b.json", linux, "/x/b.json"],
  ["below the home folder", "~/b.json", linux, "/home/anna/b.json"],
  ["of somebody else's home folder", "~bob/b.json", linux, undefined],
  ["that would depend on the working folder", "b.json", linux, undefined],
] as const)("the file %s", (_name, configured, machine, path) => {
  expect(dataFile(configured, "a.json", machine)).toBe(path);
});

it.each([
  ["linux", { HOME: "/home/anna", USERPROFILE: "/x" }, "/home/anna"],
  ["darwin", { HOME: "/Users/anna" }, "/Users/anna"],
  ["win32", { HOME: "/x", USERPROFILE: "/Users/anna" }, "/Users/anna"],
  ["linux", { HOME: "relative" }, userInfo().homedir],
] as const)("the home folder of %s is the one that %j names", (platform, env, home) => {
  expect(thisMachine(env, platform)).toEqual({ env, platform, home });
});

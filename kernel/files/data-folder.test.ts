// The data folder of each operating system, and the file in it.

import { expect, it } from "vitest";
import { dataFile, type Machine } from "./data-folder.js";

const linux: Machine = { env: {}, platform: "linux", home: "/home/anna" };
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
  ["that would depend on the working folder", "b.json", linux, undefined],
] as const)("the file %s", (_name, configured, machine, path) => {
  expect(dataFile(configured, "a.json", machine)).toBe(path);
});

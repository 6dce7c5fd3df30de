// Where the file is, on each operating system.

import { describe, expect, it } from "vitest";
import { dataFolder, placeOf, shortened, type Machine } from "./place.js";

const linux: Machine = { env: {}, platform: "linux", home: "/home/anna" };
const windows: Machine = { env: {}, platform: "win32", home: "C:\\Users\\anna" };

describe("the data folder", () => {
  it.each<[string, Machine, string]>([
    ["of Linux", linux, "/home/anna/.local/share/pictor"],
    ["that XDG_DATA_HOME names", { ...linux, env: { XDG_DATA_HOME: "/data" } }, "/data/pictor"],
    [
      "with an empty XDG_DATA_HOME",
      { ...linux, env: { XDG_DATA_HOME: "" } },
      "/home/anna/.local/share/pictor",
    ],
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
  ])("%s", (_situation, machine, folder) => {
    expect(dataFolder(machine)).toBe(folder);
  });
});

describe("the file", () => {
  it.each<[string, string, ReturnType<typeof placeOf>]>([
    ["without a configured path", "", { path: "/home/anna/.local/share/pictor/s.json", hasOwnFolder: true }],
    ["with a path", "/x/y.json", { path: "/x/y.json", hasOwnFolder: false }],
    ["with a path in the home folder", "~/y.json", { path: "/home/anna/y.json", hasOwnFolder: false }],
    ["with a path that depends on the current folder", "y.json", undefined],
    ["with the home folder of somebody else", "~bob/y.json", undefined],
  ])("%s", (_situation, configured, place) => {
    expect(placeOf(configured, "s.json", linux)).toEqual(place);
  });
});

describe("a path for people", () => {
  it.each([
    ["below the home folder", linux, "/home/anna/x/y.json", "~/x/y.json"],
    ["elsewhere", linux, "/home/annabel/y.json", "/home/annabel/y.json"],
    ["below the home folder of Windows", windows, "C:\\Users\\anna\\y.json", "~\\y.json"],
  ])("%s", (_situation, machine, path, short) => {
    expect(shortened(path, machine)).toBe(short);
  });
});

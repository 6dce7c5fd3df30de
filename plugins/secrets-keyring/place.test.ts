// Where the file is, on each operating system.

import { expect, it } from "vitest";
import { placeOf, type Machine } from "./place.js";

const linux: Machine = { env: {}, platform: "linux", home: "/home/anna" };

it.each<[string, string, Machine, string | undefined]>([
  ["on Linux", "", linux, "/home/anna/.local/share/pictor/secrets.keyring.json"],
  ["with XDG_DATA_HOME", "", { ...linux, env: { XDG_DATA_HOME: "/d" } }, "/d/pictor/secrets.keyring.json"],
  [
    "on macOS",
    "",
    { ...linux, platform: "darwin", home: "/Users/anna" },
    "/Users/anna/Library/Application Support/pictor/secrets.keyring.json",
  ],
  [
    "on Windows",
    "",
    { env: { LOCALAPPDATA: "D:\\L" }, platform: "win32", home: "C:\\anna" },
    "D:\\L\\pictor\\secrets.keyring.json",
  ],
  ["as configured", "/x/y.json", linux, "/x/y.json"],
  ["as configured in the home folder", "~/y.json", linux, "/home/anna/y.json"],
  ["nowhere, when it would depend on the current folder", "y.json", linux, undefined],
])("%s", (_situation, configured, machine, path) => {
  expect(placeOf(configured, machine)).toBe(path);
});

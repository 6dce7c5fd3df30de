// Tests of the location of the file on each operating system.

import { expect, it } from "vitest";
import type { SystemEnvironment } from "@pictor/kernel/plugin";
import { locateFile, abbreviateHome } from "./file-location.js";

const linux: SystemEnvironment = { env: {}, platform: "linux", home: "/home/anna" };
const windows: SystemEnvironment = { env: {}, platform: "win32", home: "C:\\Users\\anna" };

it.each<[string, string, ReturnType<typeof locateFile>]>([
  ["without a configured path", "", { path: "/home/anna/.local/share/pictor/s.json", hasOwnFolder: true }],
  ["with a path", "/x/y.json", { path: "/x/y.json", hasOwnFolder: false }],
  ["with a path in the home folder", "~/y.json", { path: "/home/anna/y.json", hasOwnFolder: false }],
  ["with a path that depends on the current folder", "y.json", undefined],
  ["with the home folder of somebody else", "~bob/y.json", undefined],
])("the file: %s", (_situation, configured, place) => {
  expect(locateFile(configured, "s.json", linux)).toEqual(place);
});

it.each([
  ["below the home folder", linux, "/home/anna/x/y.json", "~/x/y.json"],
  ["elsewhere", linux, "/home/annabel/y.json", "/home/annabel/y.json"],
  ["below the home folder of Windows", windows, "C:\\Users\\anna\\y.json", "~\\y.json"],
])("a path for display: %s", (_situation, machine, path, short) => {
  expect(abbreviateHome(path, machine)).toBe(short);
});

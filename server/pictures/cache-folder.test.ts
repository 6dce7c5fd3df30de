// The cache folder of each operating system.

import { expect, it } from "vitest";
import { cacheFolder } from "./cache-folder.js";

it.each([
  ["linux", {}, "/home/anna", "/home/anna/.cache/pictor"],
  ["linux", { XDG_CACHE_HOME: "/cache" }, "/home/anna", "/cache/pictor"],
  ["linux", { XDG_CACHE_HOME: "relative" }, "/home/anna", "/home/anna/.cache/pictor"],
  ["darwin", { XDG_CACHE_HOME: "/cache" }, "/Users/anna", "/Users/anna/Library/Caches/pictor"],
  ["win32", { LOCALAPPDATA: "D:\\Local" }, "C:\\anna", "D:\\Local\\pictor\\cache"],
  ["win32", {}, "C:\\anna", "C:\\anna\\AppData\\Local\\pictor\\cache"],
] as const)("on %s with %j", (platform, env, home, folder) => {
  expect(cacheFolder({ platform, env, home })).toBe(folder);
});

// Descriptions of system errors.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { reasonOf } from "./pictor-error.js";

const thrownBy = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};
const read = (path: string) => thrownBy(() => readFileSync(path));
const system = (code: string, syscall: string, more: object = {}) =>
  Object.assign(new Error(`${code}: of the system, ${syscall}`), { code, syscall, ...more });

it.each([
  ["a file that is not there", read(join(import.meta.dirname, "nothing")), "there is no such file"],
  [
    "a folder that is not there",
    thrownBy(() => readdirSync(join(import.meta.dirname, "nothing"))),
    "there is no such folder",
  ],
  ["a folder", read(import.meta.dirname), "it is a folder"],
  [
    "a file as a folder",
    // Windows says that there is no such file.
    process.platform === "win32" ? system("ENOTDIR", "open") : read(join(import.meta.filename, "x")),
    "there is a file where a folder is expected",
  ],
  ["an unknown host", system("ENOTFOUND", "getaddrinfo", { hostname: "h" }), "the host name is not known"],
  ["a right that is missing", system("EACCES", "mkdir", { path: "/x" }), "permission is denied for /x"],
  ["a long path", system("ENAMETOOLONG", "open"), "the path is too long"],
  ["a full disk", system("ENOSPC", "write"), "the disk is full"],
  ["another one of the system", system("EIO", "write"), "EIO: of the system, write"],
  ["one that only looks like it", Object.assign(new Error("mine"), { code: "ENOENT" }), "mine"],
])("%s", (_name, thrown, words) => {
  expect(reasonOf(thrown)).toBe(words);
});

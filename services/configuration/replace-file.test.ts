// The error of a file that cannot be written, whatever is saved in it.

import { fault } from "@pictor/kernel";
import { join } from "node:path";
import { expect, it } from "vitest";
import { fileFault } from "./replace-file.js";

const failure = (code: string) => Object.assign(new Error(`${code}: no write`), { code });

it.each([
  ["ENOSPC", "FILE_DISK_FULL"],
  ["EDQUOT", "FILE_DISK_FULL"],
  ["EACCES", "FILE_NOT_WRITABLE"],
])("%s is reported as %s", (code, expected) => {
  const error = fileFault("pictor.json", failure(code));
  expect(error).toMatchObject({ code: expected, details: { path: "pictor.json" }, cause: { code } });
});

it("an error with a code stays as it is", () => {
  const own = fault("KERNEL_DISPOSED", {});
  expect(fileFault("pictor.json", own)).toBe(own);
});

it.each([
  ["one whose folder is missing", "nothing/pictor.json", "its folder does not exist"],
  ["one that is missing itself", "pictor.json", "ENOENT: no write"],
])("a file says why it cannot be written: %s", (_situation, name, reason) => {
  const error = fileFault(join(import.meta.dirname, name), failure("ENOENT"));
  expect(error).toMatchObject({ code: "FILE_NOT_WRITABLE", details: { reason } });
});

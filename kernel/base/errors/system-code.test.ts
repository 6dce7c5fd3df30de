// The error code of any thrown value.

import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { fault } from "./error-catalog.js";
import { ifThere, systemCode } from "./system-code.js";

it("is that of Node.js", async () => {
  const missing: unknown = await readFile("/nowhere/at/all").catch((error: unknown) => error);
  expect(systemCode(missing)).toBe("ENOENT");
  expect(systemCode(Object.assign(new Error("x"), { code: "ELOCKED" }))).toBe("ELOCKED");
});

it.each([
  ["nothing", undefined],
  ["null", null],
  ["a text", "ENOENT"],
  ["an error without a code", new Error("ENOENT")],
  ["an abort, whose code is a number", new DOMException("stop", "AbortError")],
  ["an error of ours", fault("KERNEL_DISPOSED", {})],
])("of %s there is none", (_situation, thrown) => {
  expect(systemCode(thrown)).toBeUndefined();
});

it("tells a file that is not there from one that cannot be read", async () => {
  await expect(ifThere(readFile("/nowhere/at/all"))).resolves.toBeUndefined();
  await expect(ifThere(readFile("/"))).rejects.toThrow("EISDIR");
});

// What a class of errors means as an exit code and as a status: the tables of the command and of the server are those
// of the guide.

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { ErrorClass } from "@pictor/host";
import { endingOfError, exitCode } from "../cli/base/exit-codes.js";
import { statusOf } from "../server/contract/faults.js";

const guide = readFileSync(new URL("../docs/plugin-guide.md", import.meta.url), "utf8");
const rows = [...guide.matchAll(/^\| `(\w+)` +\|.*\| (\d+) +\| (\d+) +\|$/gm)].map(
  ([, kind, code, status]) => [kind as ErrorClass, Number(code), Number(status)] as const,
);

it("the guide has a row for each class", () => {
  expect(rows.map(([kind]) => kind)).toEqual([
    "input",
    "unknown",
    "denied",
    "conflict",
    "upstream",
    "lost",
    "full",
    "fault",
  ] satisfies ErrorClass[]);
});

it.each(rows)("%s has the exit code %i and the status %i", (kind, code, status) => {
  expect(exitCode(endingOfError({ code: "ACME_WENT_WRONG", class: kind }))).toBe(code);
  expect(statusOf({ class: kind, status: undefined })).toBe(status);
});

it("a status of a definition counts if it reports an error", () => {
  expect([423, 200, 99].map((status) => statusOf({ class: "conflict", status }))).toEqual([423, 409, 409]);
});

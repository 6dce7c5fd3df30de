// The usage error codes are documented.

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { usageCodes } from "./usage-error.js";

const page = readFileSync(new URL("../../docs/errors.md", import.meta.url), "utf8");

it.each([...Object.keys(usageCodes), "INTERRUPTED"])("%s has a row in docs/errors.md", (code) => {
  expect(page).toContain(`| \`${code}\``);
});

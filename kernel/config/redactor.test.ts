// Secrets are found in what is shown in parts.

import { expect, it } from "vitest";
import { createRedactor } from "./redactor.js";

const key = [
  "-----BEGIN PRIVATE KEY-----",
  "MIGHAgEAMBMGByqGSM49",
  "AgEGCCqGSM49AwEHBG0w",
  "ab=",
  "-----END",
];

it("a secret of several lines is hidden as a whole, and in each line that could be told by it", () => {
  const redactor = createRedactor();
  redactor.addSecret(key.join("\r\n"));
  expect(redactor.text(`<${key.join("\r\n")}>`)).toBe("<***>");
  expect(key.map((line) => redactor.text(line))).toEqual([key[0], "***", "***", "ab=", "-----END"]);
});

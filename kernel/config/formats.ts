// The string formats of our schemas.

import valid from "semver/functions/valid.js";
import validRange from "semver/ranges/valid.js";
import { pathProblem } from "../base/files/path-text.js";

const maxUint64 = 18446744073709551615n;

/** The check of each format, by its name. Used by ajv and by the precompiled validators. */
export const formats: Readonly<Record<string, (text: string) => boolean>> = {
  uri: (text) => URL.canParse(text),
  uint64: (text) => /^\d{1,20}$/.test(text) && BigInt(text) <= maxUint64,
  multiline: () => true,
  path: (text) => pathProblem(text) === undefined,
  command: (text) => !text.includes("\0"),
  semver: (text) => valid(text) === text,
  "semver-range": (text) => validRange(text) !== null,
};

// The string formats of our schemas.

import valid from "semver/functions/valid.js";
import validRange from "semver/ranges/valid.js";

const maxUint64 = 18446744073709551615n;

/** Name of a format to its check; used by ajv, and by the validators that are compiled beforehand. */
export const formats: Readonly<Record<string, (text: string) => boolean>> = {
  uri: (text) => URL.canParse(text),
  uint64: (text) => /^\d{1,20}$/.test(text) && BigInt(text) <= maxUint64,
  multiline: () => true,
  path: (text) => !text.includes("\0"),
  semver: (text) => valid(text) === text,
  "semver-range": (text) => validRange(text) !== null,
};

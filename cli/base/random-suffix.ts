// A short random suffix that makes names unique.

import { randomInt } from "node:crypto";

/** A suffix of six letters and digits, such as `x7k2q9`. */
export const randomSuffix = (): string =>
  randomInt(36 ** 6)
    .toString(36)
    .padStart(6, "0");

// The RSA keys of tests: their generation takes longer than most tests, so that all tests of a process share one pair.

import { generateKeyPairSync, type KeyPairKeyObjectResult } from "node:crypto";

let pair: KeyPairKeyObjectResult | undefined;

/** A pair of 2048 bits, the same for every caller in this process. */
export const rsaKeys = (): KeyPairKeyObjectResult =>
  (pair ??= generateKeyPairSync("rsa", { modulusLength: 2048 }));

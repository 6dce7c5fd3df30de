// A digest that stands for contents, or for a text that may be a secret.

import { createHash } from "node:crypto";

/** SHA-256 of a text or of bytes, in hexadecimal digits. */
export const digestOf = (content: string | Uint8Array): string =>
  createHash("sha256").update(content).digest("hex");

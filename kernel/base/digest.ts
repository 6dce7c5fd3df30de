// A digest for detecting whether content has changed.

import { createHash } from "node:crypto";

/** SHA-256 of a text or of bytes, in hexadecimal digits. */
export const digestOf = (content: string | Uint8Array): string =>
  createHash("sha256").update(content).digest("hex");

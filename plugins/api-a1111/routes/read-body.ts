// Reads the body of a request: a JSON object of limited size, in which long integers, such as seeds, keep all their digits.

import { isDeeperThan, isRecord, parseJson } from "@pictor/kernel/plugin";
import { bodyInvalid, bodyTooLarge } from "../base/faults.js";
import type { Fields } from "../fields/read-field.js";

/** Room for two images of 48 MB in base64. */
const maxBytes = 128 * 1024 * 1024;

/** More than any field needs. */
const maxDepth = 100;

/** Rejects with `A1111_BODY_INVALID` or `A1111_BODY_TOO_LARGE`. */
export async function readBody({ body }: Request): Promise<Fields> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of (body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += piece.length;
    if (bytes > maxBytes) throw bodyTooLarge(maxBytes);
    pieces.push(piece);
  }
  const text = Buffer.concat(pieces).toString("utf8");
  if (text.trim() === "") return {};
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    throw bodyInvalid("it is not valid JSON");
  }
  if (!isRecord(value)) throw bodyInvalid("it is not a JSON object");
  if (isDeeperThan(maxDepth, value)) throw bodyInvalid(`its values have more than ${maxDepth} levels`);
  return value;
}

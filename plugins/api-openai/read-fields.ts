// Reads the parameters of a request from a JSON object; `readFormFields` reads those of a form.

import { isDeeperThan, isRecord } from "@pictor/kernel/plugin";
import { bodyInvalid } from "./faults.js";

export interface Fields {
  /** The parameters by name, without those that are absent or null. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Whether the values are texts, because a form has no other type. */
  readonly isForm: boolean;
  readonly images: readonly Uint8Array<ArrayBuffer>[];
  readonly mask?: Uint8Array<ArrayBuffer>;
}

const maxJsonBytes = 1_000_000;
const tooLarge = 413;

/** The bytes of a body in pieces. Throws `OPENAI_BODY_INVALID` after a number of bytes. */
export async function* limitedBody(
  { body }: Request,
  maxBytes: number,
  expected: string,
): AsyncGenerator<Uint8Array> {
  if (body === null) return;
  let bytes = 0;
  for await (const piece of body as AsyncIterable<Uint8Array>) {
    bytes += piece.byteLength;
    if (bytes > maxBytes) throw bodyInvalid(`it has more than ${maxBytes / 1e6} MB`, expected, tooLarge);
    yield piece;
  }
}

/** The media type of a body, in lower case; empty if it is not given. */
export const mediaTypeOf = (request: Request): string =>
  (request.headers.get("content-type") ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";

/** More than any setting needs. */
const maxDepth = 100;

const isPresent = ([, value]: readonly [string, unknown]): boolean => value !== null && value !== undefined;

/** Rejects with `OPENAI_BODY_INVALID`. */
export async function readJsonFields(request: Request): Promise<Fields> {
  const expected = "a JSON object with the Content-Type application/json";
  const type = mediaTypeOf(request);
  if (type !== "application/json")
    throw bodyInvalid(`its Content-Type is ${type === "" ? "not given" : type}`, expected, 415);
  const pieces: Uint8Array[] = [];
  for await (const piece of limitedBody(request, maxJsonBytes, expected)) pieces.push(piece);
  const text = Buffer.concat(pieces).toString();
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw bodyInvalid("it is not valid JSON", expected);
  }
  if (!isRecord(body)) throw bodyInvalid("it is not a JSON object", expected);
  if (isDeeperThan(maxDepth, body))
    throw bodyInvalid(`its values have more than ${maxDepth} levels`, expected);
  return { values: Object.fromEntries(Object.entries(body).filter(isPresent)), isForm: false, images: [] };
}

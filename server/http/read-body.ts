// Reads the body of a request: bounded, of one content type, and as JSON that matches its schema.

import { TextDecoder } from "node:util";
import { checkedCopy, parseJson, reasonOf, type Validate } from "@pictor/kernel";
import { fault } from "../contract/faults.js";

const json = "application/json";

/** The media type in a Content-Type header, without its parameters. */
const mediaTypeOf = (header: string | null): string =>
  (header ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";

/**
 * Every method that changes something requires a content type that makes a browser send a CORS preflight before a page
 * of another origin can send the request.
 */
export function requireContentType(request: Request, expected: readonly string[] = [json]): void {
  const found = mediaTypeOf(request.headers.get("content-type"));
  if (expected.includes(found)) return;
  throw fault("API_CONTENT_TYPE", {
    found: found === "" ? "(none)" : found,
    expected: expected.join(" or "),
  });
}

/** The whole body as text. Rejects as reading `bytes` does. */
export async function readText(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  for await (const chunk of bytes) text += decodeOrThrow(decoder, chunk);
  return text + decodeOrThrow(decoder);
}

function decodeOrThrow(decoder: TextDecoder, chunk?: Uint8Array): string {
  try {
    return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
  } catch {
    throw fault("API_BODY_INVALID", { reason: "it is not UTF-8" });
  }
}

/** Parses the text of a body. Throws `API_BODY_INVALID` or `API_INPUT_INVALID`, which lists all problems. */
export async function parseBody(text: string, validate: Validate): Promise<unknown> {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    throw fault("API_BODY_INVALID", { reason: reasonOf(error) }, { cause: error });
  }
  const { copy, problems } = await checkedCopy(value, validate);
  const [first] = problems;
  if (first === undefined) return copy;
  throw fault("API_INPUT_INVALID", { ...first }, { more: { problems } });
}

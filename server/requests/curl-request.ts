// Converts a curl command to the body of a request. Reads neither files nor variables of the server's machine.

import type { HttpRequest, ParsedCurl } from "@pictor/client";
import { withoutUndefined } from "@pictor/kernel";
import {
  chosenParts,
  curlContent,
  CurlError,
  parseCurl,
  type CurlCommand,
  type CurlFiles,
} from "@pictor/features/curl";
import { fault } from "../contract/faults.js";

const refuse = (): never => {
  throw new CurlError("file", "The command reads a file.", "Write the content itself.");
};
const noFiles: CurlFiles = { read: refuse, body: refuse };

const fatalUtf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function bodyOf(bytes: Uint8Array | string): NonNullable<HttpRequest["body"]> {
  if (typeof bytes === "string") return { text: bytes };
  try {
    return { text: fatalUtf8.decode(bytes) };
  } catch {
    return { base64: Buffer.from(bytes).toString("base64") };
  }
}

const milliseconds = (seconds: string | undefined): number | undefined =>
  seconds !== undefined && Number(seconds) > 0 ? Math.round(Number(seconds) * 1000) : undefined;

/** Groups headers by name: a text for one line, a list for several. */
function headersOf(pairs: readonly (readonly [string, string])[]): NonNullable<HttpRequest["headers"]> {
  const lines = new Map<string, string[]>();
  for (const [name, value] of pairs) lines.set(name, [...(lines.get(name) ?? []), value]);
  return Object.fromEntries(
    [...lines].map(([name, [first = "", ...more]]) => [name, more.length === 0 ? first : [first, ...more]]),
  );
}

/** The path of the file that is the whole body. */
function fileOf({ data, isQuery }: CurlCommand, notes: string[]): string | undefined {
  const [only, ...more] = isQuery ? [] : data;
  if (only === undefined || more.length > 0 || only.isEncoded === true) return undefined;
  if (!("path" in only.source) || only.source.path === "-") return undefined;
  if (only.isOneLine === true) notes.push("curl would leave out the line ends of the file.");
  return only.source.path;
}

function read(text: string): ParsedCurl {
  const curl = parseCurl(text, {});
  const { method, redirect, keepsPost, auth } = curl;
  const unread: string[] = [];
  const { url, headers, body, ...content } = curlContent(curl, noFiles, (part) => {
    const what = part === undefined ? "The body" : `The part ${part} of the form`;
    unread.push(`${what} is a file, which is not read here: add the file.`);
  });
  const notes = [...content.notes];
  const request: HttpRequest = withoutUndefined({
    method,
    url,
    headers: headersOf(headers),
    body: body === undefined ? undefined : bodyOf(body as Uint8Array | string),
    auth: auth && { ...auth },
    redirect,
    keepsPost: keepsPost.length > 0 ? [...keepsPost] : undefined,
    timeoutMs: milliseconds(curl.timeout),
  });
  const chosen = chosenParts(curl.form);
  const file = body === undefined ? fileOf(curl, notes) : undefined;
  return {
    request,
    notes: [...notes, ...(chosen?.notes ?? [])],
    unread,
    ...(chosen !== undefined && { parts: [...chosen.parts] }),
    ...(file !== undefined && { file }),
  };
}

/** Throws `API_CURL_INVALID`, whose message repeats no value of the command. */
export function parseCurlText(text: string): ParsedCurl {
  try {
    return read(text);
  } catch (error) {
    if (error instanceof CurlError) throw fault("API_CURL_INVALID", { reason: error.message });
    throw error;
  }
}

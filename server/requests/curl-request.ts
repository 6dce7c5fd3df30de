// Converts a curl command to the body of a request. Reads neither files nor variables of the server's machine.

import type { HttpRequest, InlineAuth } from "@pictor/client";
import { CurlError, createFormBody, dataBody, parseCurl, withQuery, type CurlFiles } from "@pictor/host/curl";
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

async function read(text: string): Promise<HttpRequest> {
  const curl = parseCurl(text, {});
  const { method, data, separator, isQuery, form, follow, auth } = curl;
  const multipart = form.length > 0 ? await createFormBody(form, noFiles) : undefined;
  const hasData = data.length > 0 && !isQuery;
  const content = multipart?.body ?? (hasData ? dataBody(data, separator, noFiles) : undefined);
  const others = curl.headers.filter(
    ([name]) => multipart === undefined || name.toLowerCase() !== "content-type",
  );
  const type = multipart === undefined ? [] : [["Content-Type", multipart.contentType] as const];
  const timeoutMs = milliseconds(curl.timeout);
  return {
    method: method.toUpperCase(),
    url: isQuery ? withQuery(curl.url, data, noFiles) : curl.url,
    headers: headersOf([...others, ...type]),
    ...(content !== undefined && { body: bodyOf(content as Uint8Array | string) }),
    ...(auth !== undefined && { auth: { ...auth } as InlineAuth }),
    redirect: follow ? "follow" : "error",
    ...(timeoutMs !== undefined && { timeoutMs }),
  };
}

/** Throws `API_CURL_INVALID`, whose text repeats no value of the command. */
export async function parseCurlText(text: string): Promise<HttpRequest> {
  try {
    return await read(text);
  } catch (error) {
    if (error instanceof CurlError) throw fault("API_CURL_INVALID", { reason: error.message });
    throw error;
  }
}

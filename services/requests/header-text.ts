// Characters beyond ASCII in header values. undici and ws take and give each byte as one character. Text is sent as
// UTF-8, as curl and browsers send it, and shown as UTF-8 where it is that, otherwise as Latin-1 (RFC 9110 section
// 5.5). A credential of Latin-1 is bytes in both directions: its scheme decides what they are.

import type { HeaderPair, OutgoingRequest } from "@pictor/kernel";
import type { Credentials } from "./credentials.js";

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const beyondAscii = /[^\0-\x7f]/;
const beyondLatin1 = /[^\0-\xff]/;

/** The text of a value of bytes. */
export function textOfHeader(value: string): string {
  if (!beyondAscii.test(value) || beyondLatin1.test(value)) return value;
  try {
    return utf8.decode(Buffer.from(value, "latin1"));
  } catch {
    return value;
  }
}

/** The bytes of a value of text. Bytes of UTF-8, as a gateway passes them on, stay as they are. */
const bytesOfHeader = (value: string): string =>
  textOfHeader(value) === value ? Buffer.from(value, "utf8").toString("latin1") : value;

/** The request with its headers as they are sent. */
export function withSentHeaders(request: OutgoingRequest, credentials: Credentials): OutgoingRequest {
  const isText = ([name, value]: HeaderPair): boolean =>
    beyondAscii.test(value) && (beyondLatin1.test(value) || !credentials.headers.has(name.toLowerCase()));
  if (!request.headers.some(isText)) return request;
  const headers = request.headers.map((header): HeaderPair =>
    isText(header) ? [header[0], bytesOfHeader(header[1])] : header,
  );
  return { ...request, headers };
}

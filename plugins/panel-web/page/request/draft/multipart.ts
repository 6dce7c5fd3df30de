// Bodies of forms: `application/x-www-form-urlencoded` and `multipart/form-data` (RFC 7578). Variables stay in the texts.

import { encoded } from "../address/query-text.js";
import type { Row } from "./request-draft.js";

const used = (rows: readonly Row[]): readonly Row[] => rows.filter(({ isOn, name }) => isOn && name !== "");

export const formText = (rows: readonly Row[]): string =>
  used(rows)
    .map(({ name, value }) => `${encoded(name)}=${encoded(value)}`)
    .join("&");

/** Escapes a name as the URL Standard of WHATWG does in multipart bodies. */
const escapedName = (name: string): string =>
  name.replaceAll("\n", "%0A").replaceAll("\r", "%0D").replaceAll('"', "%22");

export interface PartFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** Returns a text if all parts are texts, so that the server fills in variables; otherwise bytes. */
export function multipartBody(
  rows: readonly Row[],
  files: ReadonlyMap<string, PartFile>,
  boundary: string,
): { readonly text: string } | { readonly bytes: Uint8Array } {
  const chunks: (string | Uint8Array)[] = [];
  for (const { key, name, value, isFile } of used(rows)) {
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${escapedName(name)}"`;
    const file = isFile === true ? files.get(key) : undefined;
    if (file === undefined) chunks.push(`${head}\r\n\r\n${value}\r\n`);
    else {
      const type = file.type === "" ? "application/octet-stream" : file.type;
      chunks.push(
        `${head}; filename="${escapedName(file.name)}"\r\nContent-Type: ${type}\r\n\r\n`,
        file.bytes,
        "\r\n",
      );
    }
  }
  chunks.push(`--${boundary}--\r\n`);
  if (chunks.every((chunk) => typeof chunk === "string")) return { text: chunks.join("") };
  const encoder = new TextEncoder();
  const parts = chunks.map((chunk) => (typeof chunk === "string" ? encoder.encode(chunk) : chunk));
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return { bytes };
}

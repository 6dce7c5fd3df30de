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

/** The texts and the files of a multipart body, which are sent one after another. The server fills in variables in the texts. */
export function multipartPieces(
  rows: readonly Row[],
  files: ReadonlyMap<string, PartFile>,
  boundary: string,
): readonly (string | Uint8Array)[] {
  const pieces: (string | Uint8Array)[] = [""];
  const add = (text: string): void => {
    const last = pieces.at(-1);
    if (typeof last === "string") pieces[pieces.length - 1] = last + text;
    else pieces.push(text);
  };
  for (const { key, name, value, isFile } of used(rows)) {
    add(`--${boundary}\r\nContent-Disposition: form-data; name="${escapedName(name)}"`);
    const file = isFile === true ? files.get(key) : undefined;
    if (file === undefined) add(`\r\n\r\n${value}\r\n`);
    else {
      const type = file.type === "" ? "application/octet-stream" : file.type;
      add(`; filename="${escapedName(file.name)}"\r\nContent-Type: ${type}\r\n\r\n`);
      pieces.push(file.bytes);
      add("\r\n");
    }
  }
  add(`--${boundary}--\r\n`);
  return pieces;
}

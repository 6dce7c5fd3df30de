// A streamed multipart/form-data body (RFC 7578) of some fields and one file.

import type { InputFile } from "@pictor/kernel/plugin";

export interface Form {
  readonly fields: Readonly<Record<string, string>>;
  /** The form's name of the file part. */
  readonly part: string;
  readonly filename: string;
  readonly file: InputFile;
  /** Must not occur in the contents; random. */
  readonly boundary: string;
}

const encoder = new TextEncoder();
const mediaType = /^[\w.+-]+\/[\w.+-]+$/;

/** The body, piece by piece: the file is never held whole. */
export async function* formBytes({
  fields,
  part,
  filename,
  file,
  boundary,
}: Form): AsyncIterable<Uint8Array> {
  for (const [name, value] of Object.entries(fields)) {
    yield encoder.encode(
      `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"\r\n\r\n${value}\r\n`,
    );
  }
  const mime = mediaType.test(file.mime) ? file.mime : "application/octet-stream";
  const disposition = `form-data; name="${quoted(part)}"; filename="${quoted(filename)}"`;
  yield encoder.encode(
    `--${boundary}\r\nContent-Disposition: ${disposition}\r\nContent-Type: ${mime}\r\n\r\n`,
  );
  yield* file.open();
  yield encoder.encode(`\r\n--${boundary}--\r\n`);
}

/** Names are UTF-8 as they are; what would end the quotes or the line is escaped as browsers do. */
const quoted = (name: string): string =>
  name.replaceAll('"', "%22").replaceAll("\r", "%0D").replaceAll("\n", "%0A");

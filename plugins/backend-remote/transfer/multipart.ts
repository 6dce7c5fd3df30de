// The frame of a multipart/form-data body (RFC 7578): some fields, and one file between `head` and `tail`.

export interface FormOptions {
  readonly fields: Readonly<Record<string, string>>;
  /** The form's name of the file part. */
  readonly part: string;
  readonly filename: string;
  readonly mime: string;
  /** Must not occur in the contents; random. */
  readonly boundary: string;
}

/** The contents of the file stand between the two; the body is as long as the three together. */
export interface Form {
  readonly head: Uint8Array;
  readonly tail: Uint8Array;
}

const encoder = new TextEncoder();
const mediaType = /^[\w.+-]+\/[\w.+-]+$/;

export function formOf({ fields, part, filename, mime, boundary }: FormOptions): Form {
  const lines = Object.entries(fields).flatMap(([name, value]) => [
    `--${boundary}`,
    `Content-Disposition: form-data; name="${quoted(name)}"`,
    "",
    value,
  ]);
  const head = [
    ...lines,
    `--${boundary}`,
    `Content-Disposition: form-data; name="${quoted(part)}"; filename="${quoted(filename)}"`,
    `Content-Type: ${mediaType.test(mime) ? mime : "application/octet-stream"}`,
    "",
    "",
  ].join("\r\n");
  return { head: encoder.encode(head), tail: encoder.encode(`\r\n--${boundary}--\r\n`) };
}

/** Names are UTF-8 as they are; what would end the quotes or the line is escaped as browsers do. */
const quoted = (name: string): string =>
  name.replaceAll('"', "%22").replaceAll("\r", "%0D").replaceAll("\n", "%0A");

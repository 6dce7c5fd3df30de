// Builds the head and tail of a multipart/form-data body (RFC 7578) with some fields and one file.

export interface MultipartFormOptions {
  readonly fields: Readonly<Record<string, string>>;
  /** Name of the form field for the file. */
  readonly part: string;
  readonly filename: string;
  readonly mime: string;
  /** The boundary: a random text, which must not occur in the file's contents. */
  readonly boundary: string;
}

/** The body consists of the head, the contents of the file, and the tail. */
export interface MultipartForm {
  readonly head: Uint8Array;
  readonly tail: Uint8Array;
}

const encoder = new TextEncoder();
const mediaType = /^[\w.+-]+\/[\w.+-]+$/;

export function multipartForm(options: MultipartFormOptions): MultipartForm {
  const { fields, part, filename, mime, boundary } = options;
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

/** Names are sent as UTF-8. A quote or line break would end the name and is escaped, as browsers do. */
const quoted = (name: string): string =>
  name.replaceAll('"', "%22").replaceAll("\r", "%0D").replaceAll("\n", "%0A");

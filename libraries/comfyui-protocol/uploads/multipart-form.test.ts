// A form whose file cannot be written.

import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { withForm } from "./multipart-form.js";

const boundary = "cut-here";
const form = (size: number): string =>
  `--${boundary}\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\n${"x".repeat(size)}\r\n--${boundary}--\r\n`;

async function* piecesOf(text: string): AsyncGenerator<Buffer> {
  for (let at = 0; at < text.length; at += 60_000) yield Buffer.from(text.slice(at, at + 60_000));
}

it.each([10, 1_000_000])("is refused at its end, also with a file of %d bytes", async (size) => {
  const source = {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: piecesOf(form(size)),
    folder: path.join(tmpdir(), "no-such-folder"),
  };
  await expect(withForm(source, () => Promise.resolve("used"))).rejects.toMatchObject({ code: "ENOENT" });
});

// Builds a multipart/form-data body (RFC 7578) from `-F`, in memory so that it can be sent again.

import { basename } from "node:path";
import { reasonOf } from "@pictor/kernel";
import { CurlError } from "./curl-error.js";
import type { CurlFiles } from "./curl-files.js";

export interface FormPart {
  /** The text of `-F` or `--form-string`. */
  readonly text: string;
  /** True for `--form-string`, in which `@` and `;` have no special meaning. */
  readonly isLiteral: boolean;
}

/** The value of `;type=...` or `;filename=...`. */
const attribute = (text: string, name: string): string | undefined =>
  new RegExp(`;\\s*${name}=("?)([^";]*)\\1`).exec(text)?.[2];

function readFile(path: string, files: CurlFiles): Uint8Array<ArrayBuffer> {
  try {
    return new Uint8Array(files.read(path));
  } catch (error) {
    const hint = "Correct the path after @.";
    throw new CurlError("file", `The form cannot be read from ${path}: ${reasonOf(error)}.`, hint, error);
  }
}

function append(form: FormData, { text, isLiteral }: FormPart, files: CurlFiles): void {
  const equals = text.indexOf("=");
  if (equals < 0) throw new CurlError("value", "A part of the form has no name.", "Write -F name=value.");
  const name = text.slice(0, equals);
  const value = text.slice(equals + 1);
  if (isLiteral || !/^[@<]/.test(value)) {
    form.append(name, isLiteral ? value : (value.split(";type=")[0] ?? ""));
    return;
  }
  const path = value.slice(1).split(";")[0] ?? "";
  const bytes = readFile(path, files);
  if (value.startsWith("<")) {
    form.append(name, Buffer.from(bytes).toString());
    return;
  }
  const type = attribute(value, "type") ?? "application/octet-stream";
  form.append(name, new Blob([bytes], { type }), attribute(value, "filename") ?? basename(path));
}

/** Builds the body and its Content-Type with the boundary. Throws a CurlError for an unreadable file. */
export async function createFormBody(
  parts: readonly FormPart[],
  files: CurlFiles,
): Promise<{ readonly body: Uint8Array; readonly contentType: string }> {
  const form = new FormData();
  for (const part of parts) append(form, part, files);
  const encoded = new Response(form);
  const contentType = encoded.headers.get("content-type") ?? "multipart/form-data";
  return { body: new Uint8Array(await encoded.arrayBuffer()), contentType };
}

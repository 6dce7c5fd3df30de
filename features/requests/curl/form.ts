// Builds a multipart/form-data body (RFC 7578) from `-F` as curl does, byte for byte, in memory so that it can be sent again.

import { randomBytes } from "node:crypto";
import { basename } from "node:path";
import { CurlError } from "./curl-error.js";
import { readAfterAt, type CurlFiles } from "./curl-files.js";
import { parseForm, type FormContent, type ParsedPart } from "./form-grammar.js";
import type { Input } from "./text-programs.js";

export interface FormPart {
  /** The text of `-F` or `--form-string`. */
  readonly text: string;
  /** True for `--form-string`, in which `@` and `;` have no special meaning. */
  readonly isLiteral: boolean;
  /** The input of the command, which the file `-` is. */
  readonly input?: Input;
}

/** The types that curl knows by the ending of a name. */
const types: Readonly<Record<string, string>> = {
  gif: "image/gif",
  htm: "text/html",
  html: "text/html",
  jpeg: "image/jpeg",
  jpg: "image/jpeg",
  pdf: "application/pdf",
  png: "image/png",
  svg: "image/svg+xml",
  txt: "text/plain",
  xml: "application/xml",
};
const typeByEnding = (name: string): string | undefined =>
  types[/\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ""];

/** Puts the input in place of the file `-`. As an upload, it has the name `-`. */
function withInput(content: FormContent, input: Input | undefined): FormContent {
  const { source, filename } = content;
  if (input === undefined || !("path" in source) || source.path !== "-") return content;
  return {
    ...content,
    ...(source.isUpload && { filename: filename ?? "-" }),
    source: "text" in input ? input : { ...source, path: input.path, isInput: true },
  };
}

function partOf({ text, isLiteral, input }: FormPart): ParsedPart {
  const part = parseForm(text, isLiteral);
  return { ...part, contents: part.contents.map((content) => withInput(content, input)) };
}

/** The type of a content. A text without a file name has none, and so has one from a file that is sent as a text. */
function typeOf({ source, filename, type }: FormContent): string | undefined {
  if (type !== undefined) return type;
  if ("text" in source || source.isInput) return filename === undefined ? undefined : typeByEnding(filename);
  const found = (filename === undefined ? undefined : typeByEnding(filename)) ?? typeByEnding(source.path);
  if (filename !== undefined) return found ?? "application/octet-stream";
  return found === "text/plain" ? undefined : found;
}

const escapes: Readonly<Record<string, string>> = { '"': "%22", "\r": "%0D", "\n": "%0A" };
const quoted = (text: string): string =>
  `"${text.replace(/["\r\n]/g, (character) => escapes[character] ?? "")}"`;

interface Encoded {
  readonly head: readonly string[];
  readonly body: Uint8Array;
}

const lines = (...all: readonly string[]): Uint8Array =>
  Buffer.from(all.map((line) => `${line}\r\n`).join(""));

const multipart = (parts: readonly Encoded[], boundary: string): Uint8Array =>
  Buffer.concat([
    ...parts.flatMap(({ head, body }) => [lines(`--${boundary}`, ...head, ""), body, lines("")]),
    lines(`--${boundary}--`),
  ]);

const newBoundary = (): string => `------------------------${randomBytes(11).toString("hex")}`;

function encodeContent(content: FormContent, disposition: string, files: CurlFiles): Encoded {
  const { source, filename, headers } = content;
  const type = typeOf(content);
  return {
    head: [
      `Content-Disposition: ${disposition}${filename === undefined ? "" : `; filename=${quoted(filename)}`}`,
      ...(type === undefined ? [] : [`Content-Type: ${type}`]),
      ...headers,
    ],
    body:
      "text" in source ? Buffer.from(source.text) : new Uint8Array(readAfterAt(source.path, files, "form")),
  };
}

const named = (content: FormContent): FormContent =>
  "path" in content.source && content.source.isUpload && content.filename === undefined
    ? { ...content, filename: basename(content.source.path.replaceAll("\\", "/")) }
    : content;

function encodePart({ name, contents }: ParsedPart, files: CurlFiles): Encoded {
  const disposition = `form-data; name=${quoted(name)}`;
  const [only, ...more] = contents.map(named);
  if (only !== undefined && more.length === 0) return encodeContent(only, disposition, files);
  // Several files of one part, `@a,b`, are a multipart of their own.
  const boundary = newBoundary();
  const inner = contents.map((content) => encodeContent(named(content), "attachment", files));
  return {
    head: [`Content-Disposition: ${disposition}`, `Content-Type: multipart/mixed; boundary=${boundary}`],
    body: multipart(inner, boundary),
  };
}

/**
 * Builds the body and its Content-Type with the boundary. `type` is the Content-Type of the command. Throws a CurlError for an
 * unreadable file, unless `onMissing` accepts it: then the part is left out.
 */
export function createFormBody(
  parts: readonly FormPart[],
  files: CurlFiles,
  options: { readonly type?: string | undefined; readonly onMissing?: (name: string) => void } = {},
): { readonly body: Uint8Array; readonly contentType: string; readonly notes: readonly string[] } {
  const boundary = newBoundary();
  const notes: string[] = [];
  const encoded = parts.flatMap((given) => {
    const part = partOf(given);
    notes.push(...part.notes);
    try {
      return [encodePart(part, files)];
    } catch (error) {
      if (!(error instanceof CurlError) || error.kind !== "file" || options.onMissing === undefined)
        throw error;
      options.onMissing(part.name);
      return [];
    }
  });
  const type = /^multipart\/[^;]+/i.exec(options.type?.trim() ?? "")?.[0] ?? "multipart/form-data";
  return { body: multipart(encoded, boundary), contentType: `${type}; boundary=${boundary}`, notes };
}

/** A part of a form for somebody who chooses its files: a text, or a file with the path that the command has. */
export interface ChosenPart {
  readonly name: string;
  readonly text?: string;
  readonly file?: string;
}

/**
 * The parts of a form that has files; undefined for a form without one. `notes` says what such a part cannot have, such
 * as a type of its own.
 */
export function chosenParts(
  parts: readonly FormPart[],
): { readonly parts: readonly ChosenPart[]; readonly notes: readonly string[] } | undefined {
  const notes: string[] = [];
  const chosen = parts.flatMap((given): readonly ChosenPart[] => {
    const { name, contents } = partOf(given);
    return contents.map(({ source, filename, type, headers }) => {
      if (
        filename !== undefined ||
        type !== undefined ||
        headers.length > 0 ||
        ("path" in source && !source.isUpload)
      )
        notes.push(
          `The part ${name} of the form gets the name and the type of its file, and no headers of its own.`,
        );
      return { name, ...("text" in source ? { text: source.text } : { file: source.path }) };
    });
  });
  return chosen.some(({ file }) => file !== undefined) ? { parts: chosen, notes } : undefined;
}

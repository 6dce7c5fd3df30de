// The grammar of curl's `-F`: `name=text`, `name=@file,file`, `name=<file`, with quotes, `;type=`, `;filename=`,
// `;headers=`. Pure.

import { withoutUndefined } from "@pictor/kernel";
import { CurlError } from "./curl-error.js";

/** One content of a part. */
export interface FormContent {
  /** `isUpload`: the file is sent with its name. `isInput`: its path does not decide about the type. */
  readonly source:
    | { readonly text: string }
    | { readonly path: string; readonly isUpload: boolean; readonly isInput?: true };
  readonly filename?: string;
  readonly type?: string;
  /** Further lines of the part's head. */
  readonly headers: readonly string[];
}

export interface ParsedPart {
  readonly name: string;
  readonly contents: readonly FormContent[];
  /** What was left out, as sentences without a value. */
  readonly notes: readonly string[];
}

const blank = /\s/;

/** Reads a text from left to right. */
class Reader {
  at = 0;
  private readonly text: string;
  /** The character that ends a content beside `;`: a comma between files. */
  private readonly separator: string;

  constructor(text: string, separator: string) {
    this.text = text;
    this.separator = separator;
  }

  get next(): string {
    return this.text[this.at] ?? "";
  }

  skipBlanks(): void {
    while (blank.test(this.next)) this.at++;
  }

  startsWith(prefix: string): boolean {
    return this.text.slice(this.at, this.at + prefix.length).toLowerCase() === prefix;
  }

  private get isAtEnd(): boolean {
    return this.next === "" || this.next === ";" || this.next === this.separator;
  }

  /** The text up to the next `;` or separator. */
  plain(): string {
    const start = this.at;
    while (!this.isAtEnd) this.at++;
    return this.text.slice(start, this.at);
  }

  /** A word in quotes, in which `\"` and `\\` are escapes, or the text up to the end without blanks after it. */
  word(): string {
    const quotedText =
      this.next === '"' ? /^"((?:\\[\\"]|[^"\\]|\\(?![\\"]))*)"/.exec(this.text.slice(this.at)) : null;
    if (quotedText === null) return this.plain().trimEnd();
    this.at += quotedText[0].length;
    // What follows the quotes is ignored, as curl does.
    this.plain();
    return (quotedText[1] ?? "").replace(/\\([\\"])/g, "$1");
  }
}

/** The attributes after a content. */
function attributes(reader: Reader, notes: string[]): Omit<FormContent, "source"> {
  let type: string | undefined;
  let isInType = false;
  let filename: string | undefined;
  const headers: string[] = [];
  while (reader.next === ";") {
    reader.at++;
    const start = reader.at;
    reader.skipBlanks();
    const value = (prefix: string): string => {
      reader.at += prefix.length;
      reader.skipBlanks();
      return reader.word();
    };
    if (type === undefined && reader.startsWith("type=")) {
      reader.at += "type=".length;
      reader.skipBlanks();
      type = reader.plain().trimEnd();
      isInType = true;
      if (!/^[^/ ]+\/[^;, \n]+/.test(type))
        throw new CurlError("value", "A type of the form is not a media type.", "Write type=text/plain.");
      continue;
    }
    if (reader.startsWith("filename=")) filename = value("filename=");
    else if (reader.startsWith("headers=")) {
      const header = value("headers=");
      if (/^[@<]/.test(header)) notes.push("The headers of a part of the form from a file are left out.");
      else headers.push(header);
    } else if (reader.startsWith("encoder=")) {
      value("encoder=");
      notes.push("The encoder of a part of the form is left out.");
    } else if (isInType) {
      // A parameter of the type, such as charset.
      reader.at = start;
      type = `${type};${reader.plain().trimEnd()}`;
      continue;
    } else if (reader.word() !== "")
      notes.push("A part of the form has a text after ; that is left out, as curl does.");
    isInType = false;
  }
  return withoutUndefined({ headers, type, filename });
}

function contentsOf(value: string, notes: string[]): readonly FormContent[] {
  const mark = value.slice(0, 1);
  if (mark !== "@" && mark !== "<") {
    const reader = new Reader(value, "");
    reader.skipBlanks();
    const text = reader.word();
    return [{ source: { text }, ...attributes(reader, notes) }];
  }
  const isUpload = mark === "@";
  const reader = new Reader(value.slice(1), isUpload ? "," : "");
  const contents: FormContent[] = [];
  do {
    if (contents.length > 0) reader.at++;
    reader.skipBlanks();
    const path = reader.word();
    contents.push({ source: { path, isUpload }, ...attributes(reader, notes) });
  } while (reader.next === ",");
  return contents;
}

/** Parses the text of `-F`, or of `--form-string`, which `isLiteral`. Throws a CurlError that repeats no value. */
export function parseForm(text: string, isLiteral: boolean): ParsedPart {
  const equals = text.indexOf("=");
  if (equals < 0) throw new CurlError("value", "A part of the form has no name.", "Write -F name=value.");
  const name = text.slice(0, equals);
  const value = text.slice(equals + 1);
  if (isLiteral) return { name, contents: [{ source: { text: value }, headers: [] }], notes: [] };
  if (value.startsWith("("))
    throw new CurlError(
      "option",
      "-F with ( begins a nested form, which is not supported.",
      "Use --form-string for a text.",
    );
  const notes: string[] = [];
  return { name, contents: contentsOf(value, notes), notes };
}

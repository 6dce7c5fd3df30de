// Reads words with the quoting of POSIX shells. Executes nothing.

import { CurlError } from "./curl-error.js";

export type Environment = Readonly<Record<string, string | undefined>>;

const refuse = (what: string, hint: string): CurlError => new CurlError("value", what, hint);

export const notClosed = (mark: string): CurlError =>
  refuse(`A ${mark} of the curl command is not closed.`, "Copy the whole command.");

/** For `$1`, `$?` and the like, which a copied text rarely means. */
const ofShell = (): CurlError =>
  refuse("The curl command uses a variable that only a shell has.", "Write \\$ for a dollar sign.");

const escapes: Readonly<Record<string, string>> = {
  a: "\u0007",
  b: "\b",
  e: "\u001b",
  E: "\u001b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};

/** Bytes that are written one by one, as hexadecimal or octal digits; `echo` has a 0 before the octal ones. */
const byte = { word: /\\x([\da-fA-F]{1,2})|\\([0-7]{1,3})/g, echo: /\\x([\da-fA-F]{1,2})|\\(0[0-7]{0,3})/g };
const codePoint = String.raw`\\u[\da-fA-F]{1,4}|\\U[\da-fA-F]{1,8}`;
const escape = {
  word: new RegExp(String.raw`(?:${byte.word.source})+|${codePoint}|\\c[^]|\\[^]`, "g"),
  echo: new RegExp(String.raw`(?:${byte.echo.source})+|${codePoint}|\\[^]`, "g"),
};

/** Throws a CurlError for bytes that are no text, which a word cannot hold. */
function textOf(bytes: readonly number[]): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(bytes));
  } catch {
    throw refuse(
      "The curl command has escapes for bytes that are not UTF-8.",
      "Save the bytes to a file, and name the file: --data-binary @FILE.",
    );
  }
}

/**
 * Replaces escapes as bash does in `$'...'` (POSIX.1-2024, XCU 2.2.4) and in the format of `printf`, or as its `echo
 * -e`. What is no escape keeps its backslash.
 */
export const unescaped = (text: string, dialect: keyof typeof escape = "word"): string =>
  text.replace(escape[dialect], (whole) => {
    const bytes = [...whole.matchAll(byte[dialect])];
    if (bytes.length > 0)
      return textOf(
        bytes.map(([, hex, octal = ""]) =>
          hex === undefined ? parseInt(octal, 8) & 0xff : parseInt(hex, 16),
        ),
      );
    const [kind = "", digits] = [whole[1], whole.slice(2)];
    if (digits !== "" && kind === "c")
      return digits === "?" ? "\x7f" : String.fromCharCode(digits.charCodeAt(0) & 0x1f);
    if (digits !== "") return String.fromCodePoint(Math.min(parseInt(digits, 16), 0x10ffff));
    if (kind === "\\" || (dialect === "word" && /['"?]/.test(kind))) return kind;
    return escapes[kind] ?? whole;
  });

function valueOf(name: string, environment: Environment): string {
  const value = environment[name];
  if (value !== undefined) return value;
  throw refuse(
    `The curl command uses $${name}, and there is no such environment variable.`,
    "Set the variable, or write the value itself.",
  );
}

/** The tokens outside of single quotes, matched at one position (flag `y`). */
const patterns = {
  continued: /\\\r?\n/y,
  blank: /\s+/y,
  single: /'([^']*)'/y,
  ansi: /\$'((?:[^'\\]|\\[^])*)'/y,
  double: /\$?"((?:[^"\\]|\\[^])*)"/y,
  variable: /\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))/y,
  escaped: /\\([^])/y,
  plain: /[^\s'"\\$`|&;<>()]+|\$/y,
} as const;

/**
 * Replaces the escapes and the variables of a text that stood in double quotes or, with `isDocument`, in a
 * here-document, where `\"` is no escape. Without variables, `$` is an ordinary character.
 */
export function expanded(text: string, variables: Environment | undefined, isDocument = false): string {
  if (/(?:^|[^\\])(?:`|\$\()/.test(text) && variables !== undefined)
    throw refuse("The curl command runs another command inside.", "Replace it with its result.");
  if (variables !== undefined && /(?<!\\)(?:\\\\)*\$[\d@*#?$!-]/.test(text)) throw ofShell();
  return text.replace(
    /\\\r?\n|\\([$`"\\])|\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))/g,
    (whole, character?: string, braced?: string, name?: string) => {
      if (isDocument && character === '"') return whole;
      if (whole.startsWith("\\")) return character ?? "";
      return variables === undefined ? whole : valueOf(braced ?? name ?? "", variables);
    },
  );
}

/**
 * Reads words from a text, from `at` on. Errors repeat no word of the text, which may be a secret. `$NAME` is replaced from the
 * variables and not split again; without variables, `$` is an ordinary character.
 */
export class WordReader {
  at = 0;
  readonly text: string;
  readonly variables: Environment | undefined;

  constructor(text: string, variables: Environment | undefined) {
    this.text = text;
    this.variables = variables;
  }

  /** Reads what a pattern with the flag `y` matches next, if it does. */
  match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text) ?? undefined;
    if (found !== undefined) this.at = pattern.lastIndex;
    return found;
  }

  take(name: keyof typeof patterns): RegExpExecArray | undefined {
    return this.match(patterns[name]);
  }

  /**
   * Reads a part of a word: quoted, a variable, or plain. Undefined if something else is next. Throws a CurlError for
   * an open quote.
   */
  part(): string | undefined {
    const single = this.take("single");
    if (single !== undefined) return single[1] ?? "";
    const ansi = this.take("ansi");
    // An argument of a program ends at a zero byte, and bash leaves out the rest of the quoted text.
    if (ansi !== undefined)
      return unescaped(ansi[1] ?? "")
        .split("\0", 1)
        .join();
    const double = this.take("double");
    if (double !== undefined) return expanded(double[1] ?? "", this.variables);
    if (this.variables !== undefined) {
      const variable = this.take("variable");
      if (variable !== undefined) return valueOf(variable[1] ?? variable[2] ?? "", this.variables);
      if (/^\$[\d@*#?$!-]/.test(this.text.slice(this.at, this.at + 2))) throw ofShell();
    }
    const other = this.take("escaped")?.[1] ?? this.take("plain")?.[0];
    const next = this.text[this.at];
    if (other === undefined && (next === "'" || next === '"')) throw notClosed(next);
    return other;
  }

  /** Reads the blanks that are next, and the word after them. Undefined if there is none. */
  word(): string | undefined {
    let word: string | undefined;
    this.take("blank");
    for (let part = this.part(); part !== undefined; part = this.part()) word = (word ?? "") + part;
    return word;
  }
}

// Splits a copied command line into words. Understands the quoting of POSIX shells, and of cmd.exe as browsers write it. Executes nothing.

import { CurlError } from "./curl-error.js";

export type Environment = Readonly<Record<string, string | undefined>>;

const refuse = (what: string, hint: string): CurlError => new CurlError("value", what, hint);

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

/** Unescapes the text inside `$'...'` (POSIX.1-2024, XCU 2.2.4); `\xHH` bytes are UTF-8. */
const unescape = (text: string): string =>
  text.replace(
    /(?:\\x[\da-fA-F]{1,2})+|\\u[\da-fA-F]{1,4}|\\U[\da-fA-F]{1,8}|\\[0-7]{1,3}|\\[^]/g,
    (whole) => {
      const digits = whole.slice(2);
      if (whole.startsWith("\\x")) {
        const bytes = digits.split("\\x").map((byte) => parseInt(byte, 16));
        return Buffer.from(bytes).toString();
      }
      if (/^\\[uU]./.test(whole)) return String.fromCodePoint(Math.min(parseInt(digits, 16), 0x10ffff));
      if (/^\\[0-7]/.test(whole)) return String.fromCharCode(parseInt(whole.slice(1), 8) & 0xff);
      const letter = whole.slice(1);
      return escapes[letter] ?? letter;
    },
  );

/**
 * True for a command that is escaped with `^` for cmd.exe, also inside of quotes as Chrome did until 2018 (`^\^"`), or with
 * doubled quotes as it did before (`{""a"":1}`). At the end of a line `^` continues the command.
 */
const isForCmd = (text: string): boolean =>
  /\^\r?\n|^[^'"]*\^"|\^\\\^"/.test(text) ||
  (!text.includes("'") && /[{[,:]""[\w{}\],]|\w""[:,}\]]/.test(text));
const withoutCarets = (text: string): string =>
  text
    .replace(/(?<=[{[,:\w])""(?=[\w:,}\]{[])|(?<=[\w{[,:])""(?=")|(?<=[{[,:])""/g, '\\"')
    .replace(
      /\^\r?\n(\r?\n)|\^\r?\n[ \t]*|\^([^])/g,
      (_whole, line?: string, character?: string) => line ?? character ?? " ",
    );

/** The backslashes of a path with a drive, as `@C:\\a.txt` outside of quotes, are not escapes. */
const withDrives = (text: string): string =>
  text.replace(/'[^']*'|"(?:[^"\\]|\\[^])*"|(?<=[\s@=<])[A-Za-z]:\\[^\s'"\\][^\s'"]*/g, (found) =>
    /^['"]/.test(found) ? found : found.replaceAll("\\", "\\\\"),
  );

function valueOf(name: string, environment: Environment): string {
  const value = environment[name];
  if (value !== undefined) return value;
  throw refuse(
    `The curl command uses $${name}, and there is no such environment variable.`,
    "Set it, or write the value itself.",
  );
}

/** True for a command whose lines end in a backtick, as PowerShell continues them. */
const isForPowerShell = (text: string): boolean => /`\r?\n/.test(text);

/**
 * A command for PowerShell as one for a POSIX shell: `'` is doubled in single quotes, and in double quotes a backtick escapes.
 * Programs get `\"` as `"` (Windows PowerShell 5.1).
 */
const fromPowerShell = (text: string): string =>
  text.replace(
    /'((?:[^']|'')*)'|"((?:[^"`]|`[^]|"")*)"|`\r?\n[ \t]*/g,
    (_whole, single?: string, double?: string) => {
      const content =
        single?.replaceAll("''", "'") ?? double?.replace(/`([^])|""/g, (_pair, it?: string) => it ?? '"');
      return content === undefined ? " " : `'${content.replaceAll('\\"', '"').replaceAll("'", "'\\''")}'`;
    },
  );

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

function doubleQuoted(text: string, environment: Environment | undefined): string {
  if (/(?:^|[^\\])(?:`|\$\()/.test(text) && environment !== undefined)
    throw refuse("The curl command runs another command inside.", "Replace it with its result.");
  if (environment !== undefined && /(?<!\\)(?:\\\\)*\$[\d@*#?$!-]/.test(text)) throw ofShell();
  return text.replace(
    /\\\r?\n|\\([$`"\\])|\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))/g,
    (whole, character?: string, braced?: string, name?: string) => {
      if (whole.startsWith("\\")) return character ?? "";
      return environment === undefined ? whole : valueOf(braced ?? name ?? "", environment);
    },
  );
}

/**
 * Splits a command as a shell does: quotes, escapes, continued lines. `$NAME` is replaced from the environment and not split
 * again. Throws a CurlError, which repeats no word of the command, for a syntax error and for what only a shell can do.
 */
export function shellWords(given: string, variables: Environment): readonly string[] {
  const isCmd = isForCmd(given);
  const isPowerShell = !isCmd && isForPowerShell(given);
  const text = isCmd ? withoutCarets(given) : isPowerShell ? fromPowerShell(given) : withDrives(given);
  // Windows has other variables, and browsers escape them.
  const environment = isCmd || isPowerShell ? undefined : variables;
  const words: string[] = [];
  let word: string | undefined;
  let at = 0;
  const take = (name: keyof typeof patterns): RegExpExecArray | undefined => {
    const pattern = patterns[name];
    pattern.lastIndex = at;
    const found = pattern.exec(text) ?? undefined;
    if (found !== undefined) at = pattern.lastIndex;
    return found;
  };
  const part = (): string => {
    const single = take("single");
    if (single !== undefined) return single[1] ?? "";
    const ansi = take("ansi");
    if (ansi !== undefined) return unescape(ansi[1] ?? "");
    const double = take("double");
    if (double !== undefined) return doubleQuoted(double[1] ?? "", environment);
    const variable = environment === undefined ? undefined : take("variable");
    if (variable !== undefined) return valueOf(variable[1] ?? variable[2] ?? "", variables);
    if (environment !== undefined && /^\$[\d@*#?$!-]/.test(text.slice(at, at + 2))) throw ofShell();
    const other = take("escaped")?.[1] ?? take("plain")?.[0];
    if (other !== undefined) return other;
    const found = text[at] ?? "";
    if (found === "'" || found === '"')
      throw refuse(`A ${found} of the curl command is not closed.`, "Copy the whole command.");
    throw refuse(
      `The curl command holds a ${found} outside of quotes.`,
      "Quote the address, and leave out what follows the command.",
    );
  };
  while (at < text.length) {
    if (take("continued") !== undefined) continue;
    if (take("blank") !== undefined) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? "") + part();
  }
  return word === undefined ? words : [...words, word];
}

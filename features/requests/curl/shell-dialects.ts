// Translates copied commands for cmd.exe and PowerShell into those of a POSIX shell, and removes the prompt that was
// copied with them.

import { notClosed } from "./shell-words.js";

/**
 * Whether a command is written for cmd.exe: with `^` as the escape, also inside of quotes as Chrome wrote it until 2018
 * (`^\^"`), with `^` at the end of a continued line, or with doubled quotes as Chrome wrote them before (`{""a"":1}`).
 */
const isForCmd = (text: string): boolean =>
  /\^\r?\n|^[^'"]*\^"|\^\\\^"/.test(text) ||
  (!text.includes("'") && /[{[,:]""[\w{}\],]|\w""[:,}\]]/.test(text));

/** Translates a command for cmd.exe: the doubled quotes of a JSON text become escaped ones, and the carets are removed. */
const fromCmd = (text: string): string =>
  text
    .replace(/(?<=[{[,:\w])""(?=[\w:,}\]{[])|(?<=[\w{[,:])""(?=")|(?<=[{[,:])""/g, '\\"')
    .replace(
      /\^\r?\n(\r?\n)|\^\r?\n[ \t]*|\^([^])/g,
      (_whole, line?: string, character?: string) => line ?? character ?? " ",
    );

/** Doubles the backslashes of a path with a drive outside of quotes, such as `@C:\a.txt`, which are not escapes. */
const withDrives = (text: string): string =>
  text.replace(
    // A quote that is not closed goes on to the end, so that the end is searched once.
    /\\[^]|'[^']*'?|"(?:[^"\\]|\\[^])*"?|(?<=[\s@=<]|^)[A-Za-z]:\\[^\s'"\\][^\s'"]*/g,
    (found) => (/^['"\\]/.test(found) ? found : found.replaceAll("\\", "\\\\")),
  );

/**
 * Whether a command is written for PowerShell: its lines are continued with a backtick, or it has `curl.exe` and `\"`
 * in single quotes. cmd.exe has no single quotes, and a POSIX shell would send the backslash.
 */
const isForPowerShell = (text: string): boolean =>
  /\s`\r?\n/.test(text) || /^\S*curl\.exe\s(?:"[^"]*"|[^'"])*'[^'"]*\\"/.test(text);

/**
 * Translates a command for PowerShell, where `'` is doubled in single quotes, and a backtick is the escape in double
 * quotes. Windows PowerShell 5.1 passes `\"`, and the `""` of a JSON text, to a program as `"`.
 */
const fromPowerShell = (text: string): string =>
  text.replace(
    /(')((?:[^']|'')*)('?)|(")((?:[^"`]|`[^]|"")*)("?)|`\r?\n(?:>> )?[ \t]*/g,
    (_whole, ...[mark1, single, end1, mark2, double, end2]: readonly (string | undefined)[]) => {
      if ((end1 ?? end2) === "") throw notClosed(mark1 ?? mark2 ?? "");
      const content =
        single?.replaceAll("''", "'") ?? double?.replace(/`([^])|""/g, (_pair, it?: string) => it ?? '"');
      if (content === undefined) return " ";
      const argument = content.replaceAll(/^[{[]\s*""\w/.test(content) ? '""' : '\\"', '"');
      return `'${argument.replaceAll("'", "'\\''")}'`;
    },
  );

/** `$ `, `# `, `> `, `% `, `C:\Users> ` or `PS C:\> ` before the program. */
const prompt = /^\s*(?:[$#>%][ \t]+|(?:PS )?[A-Za-z]:\\[^>\n]*>[ \t]*)(?=\S*curl|(?:echo|printf|cat)\s)/;

export interface PosixText {
  readonly text: string;
  /** Whether `$NAME` is a variable. Windows writes variables in other ways, and browsers escape those. */
  readonly hasVariables: boolean;
}

/** Translates a command of any of the three shells. Throws a CurlError for an open quote of PowerShell. */
export function posixText(given: string): PosixText {
  const command = given.replace(prompt, "");
  const translated = isForCmd(command)
    ? fromCmd(command)
    : isForPowerShell(command)
      ? fromPowerShell(command)
      : undefined;
  return { text: withDrives(translated ?? command), hasVariables: translated === undefined };
}

// Copied commands for cmd.exe and PowerShell as text for a POSIX shell, without the prompt that was copied with them.

import { notClosed } from "./shell-words.js";

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
  text.replace(
    // A quote that is not closed goes on to the end, so that the end is searched once.
    /\\[^]|'[^']*'?|"(?:[^"\\]|\\[^])*"?|(?<=[\s@=<]|^)[A-Za-z]:\\[^\s'"\\][^\s'"]*/g,
    (found) => (/^['"\\]/.test(found) ? found : found.replaceAll("\\", "\\\\")),
  );

/**
 * True for a command whose lines end in a backtick, as PowerShell continues them, and for one of `curl.exe` with `\"` in single quotes:
 * cmd.exe has none, and POSIX shells would send the backslash.
 */
const isForPowerShell = (text: string): boolean =>
  /\s`\r?\n/.test(text) || /^\S*curl\.exe\s(?:"[^"]*"|[^'"])*'[^'"]*\\"/.test(text);

/**
 * A command for PowerShell as one for a POSIX shell: `'` is doubled in single quotes, and in double quotes a backtick escapes.
 * Programs get `\"`, and the `""` of JSON, as `"` (Windows PowerShell 5.1).
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
const prompt = /^\s*(?:[$#>%][ \t]+|(?:PS )?[A-Za-z]:\\[^>\n]*>[ \t]*)(?=\S*curl)/;

export interface PosixText {
  readonly text: string;
  /** Whether `$NAME` is a variable. Windows has others, and browsers escape them. */
  readonly hasVariables: boolean;
}

/** The command as text for a POSIX shell. */
export function posixText(given: string): PosixText {
  const command = given.replace(prompt, "");
  if (isForCmd(command)) return { text: withDrives(withoutCarets(command)), hasVariables: false };
  if (isForPowerShell(command)) return { text: withDrives(fromPowerShell(command)), hasVariables: false };
  return { text: withDrives(command), hasVariables: true };
}

// Quotes a string as one word of the user's shell, for commands that users copy; safe for a terminal.

import { oneLine } from "./plain-text.js";

export type Shell = "posix" | "cmd" | "powershell";

/**
 * The shell that probably runs the command. Of the shells of Windows, those of POSIX set `SHELL` or `MSYSTEM`, and
 * cmd.exe sets `PROMPT` for the programs that it starts.
 */
export function shellOf(
  platform: NodeJS.Platform = process.platform,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Shell {
  if (platform !== "win32" || env["SHELL"] || env["MSYSTEM"]) return "posix";
  return env["PROMPT"] ? "cmd" : "powershell";
}

/** Quotes a word only if necessary, and replaces control characters. Programs of Windows read `\\"` as a quotation mark. */
export function shellWord(text: string, shell: Shell = shellOf()): string {
  const plain = oneLine(text);
  if (shell === "posix")
    return /^[\w@%+=:,./-]+$/.test(plain) ? plain : `'${plain.replaceAll("'", "'\\''")}'`;
  if (/^[\w+:./\\-]+$/.test(plain)) return plain;
  const escaped = plain.replace(/(\\*)"/g, '$1$1\\"').replace(/\\+$/, "$&$&");
  return shell === "cmd" ? `"${escaped}"` : `'${escaped.replaceAll("'", "''")}'`;
}

// Quotes a text as one word of the user's shell, for commands that users copy.

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

/**
 * Quotes a word only if necessary. Programs of Windows read `\\"` as a quotation mark, and PowerShell takes four other characters
 * for a single quote.
 */
export function shellWord(text: string, shell: Shell = shellOf()): string {
  if (shell === "posix") return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
  if (/^[\w+:./\\-]+$/.test(text)) return text;
  const escaped = text.replace(/(\\*)"/g, '$1$1\\"').replace(/\\+$/, "$&$&");
  return shell === "cmd" ? `"${escaped}"` : `'${escaped.replace(/['\u2018-\u201b]/g, "$&$&")}'`;
}

// Quotes a text as one word of the user's shell, for commands that users copy.

/** `pwsh` is PowerShell from 7.3, `powershell` the one that comes with Windows. */
export type Shell = "posix" | "cmd" | "powershell" | "pwsh";

/**
 * The shell that probably runs the command. Of the shells of Windows, those of POSIX set `SHELL` or `MSYSTEM`, and
 * cmd.exe sets `PROMPT` for the programs that it starts. The newer PowerShell adds its folders of modules.
 */
export function shellOf(
  platform: NodeJS.Platform = process.platform,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Shell {
  if (platform !== "win32" || env["SHELL"] || env["MSYSTEM"]) return "posix";
  if (env["PROMPT"]) return "cmd";
  return /[\\/]powershell[\\/]modules/i.test(env["PSModulePath"] ?? "") ? "pwsh" : "powershell";
}

/**
 * Quotes a word only if necessary. Programs of Windows read `\\"` as a quotation mark: newer PowerShell writes the backslash,
 * and other shells leave it to the user. PowerShell takes four other characters for a single quote. At the prompt of cmd.exe, no
 * sign keeps `%NAME%` inside quotes from becoming the value of a variable; `^` does outside of them.
 */
export function shellWord(text: string, shell: Shell = shellOf()): string {
  if (shell === "posix") return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
  if (/^[\w+:./\\-]+$/.test(text)) return text;
  const escaped = shell === "pwsh" ? text : text.replace(/(\\*)"/g, '$1$1\\"').replace(/\\+$/, "$&$&");
  return shell === "cmd"
    ? `"${escaped.replace(/(\\*)%/g, '$1$1"^%"')}"`
    : `'${escaped.replace(/['\u2018-\u201b]/g, "$&$&")}'`;
}

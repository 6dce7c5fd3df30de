// Determines which configuration files a command reads, without reading them.

import { thisMachine, type SystemEnvironment } from "@pictor/kernel/manifests";
import { posix, win32 } from "node:path";

type Environment = Readonly<Record<string, string | undefined>>;

/** The configuration file of the user (XDG Base Directory; %APPDATA% on Windows). */
export function userFile({ env, platform, home }: SystemEnvironment): string {
  const { isAbsolute, join } = platform === "win32" ? win32 : posix;
  const windows = platform === "win32" ? env["APPDATA"] : undefined;
  const given = env["XDG_CONFIG_HOME"] ?? "";
  // The XDG Base Directory specification requires that relative paths are ignored.
  const folder = (isAbsolute(given) ? given : undefined) ?? (windows || join(home, ".config"));
  return join(folder, "pictor", "pictor.json");
}

/** `own` is the file of the user, read if it exists; `file` the requested one, else the `pictor.json` of the folder is used. */
export const configurationFiles = (
  { config }: { readonly config?: string | undefined },
  env: Environment,
) => ({ own: userFile(thisMachine(env)), file: config ?? (env["PICTOR_CONFIG"] || undefined) });

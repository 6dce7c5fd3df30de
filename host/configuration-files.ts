// Determines which configuration files a command reads, without reading them.

import { homeFolder } from "@pictor/kernel";
import { isAbsolute, join } from "node:path";

type Environment = Readonly<Record<string, string | undefined>>;

/** The configuration file of the user (XDG Base Directory; %APPDATA% on Windows). */
export function userFile(env: Environment, platform: NodeJS.Platform, home: string): string {
  const windows = platform === "win32" ? env["APPDATA"] : undefined;
  const given = env["XDG_CONFIG_HOME"] ?? "";
  // The XDG Base Directory specification requires that relative paths are ignored.
  const folder = (isAbsolute(given) ? given : undefined) ?? (windows || join(home, ".config"));
  return join(folder, "pictor", "pictor.json");
}

export interface ConfigurationFiles {
  /** The file of the user, which is read if it exists. */
  readonly own: string;
  /** The requested file; undefined for the `pictor.json` of the folder, if there is one. */
  readonly file: string | undefined;
}

export const configurationFiles = (
  { config }: { readonly config?: string | undefined },
  env: Environment,
): ConfigurationFiles => ({
  own: userFile(env, process.platform, homeFolder()),
  file: config ?? (env["PICTOR_CONFIG"] || undefined),
});

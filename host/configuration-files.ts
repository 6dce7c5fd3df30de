// Which configuration files a command reads. Nothing is read here.

import { homedir } from "node:os";
import { join } from "node:path";

type Environment = Readonly<Record<string, string | undefined>>;

/** The user's own layer of the configuration (XDG Base Directory; %APPDATA% on Windows). */
export function userFile(env: Environment, platform: NodeJS.Platform, home: string): string {
  const windows = platform === "win32" ? env["APPDATA"] : undefined;
  const folder = env["XDG_CONFIG_HOME"] || windows || join(home, ".config");
  return join(folder, "pictor", "pictor.json");
}

export interface ConfigurationFiles {
  /** Read where it is there. */
  readonly own: string;
  /** The one that was asked for; undefined for pictor.json here, where there is one. */
  readonly file: string | undefined;
}

export const configurationFiles = (
  { config }: { readonly config?: string | undefined },
  env: Environment,
): ConfigurationFiles => ({
  own: userFile(env, process.platform, homedir()),
  file: config ?? (env["PICTOR_CONFIG"] || undefined),
});

// Trust in project folders, for hosts that show it and change it.

import { configurationFiles } from "./configuration-files.js";
import { readTrust, trustFile, type TrustRecord } from "./trust/trust-file.js";
import { openProjectFolder, type TrustedFolder } from "./trust/trusted-folder.js";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the powers of the project in a folder without applying its configuration. `file` is the project file, by
 * default `PICTOR_CONFIG` or `pictor.json` in the folder. Rejects as `loadPictorConfiguration`, but not with
 * `TRUST_REQUIRED`.
 */
export function openTrustedFolder(
  directory: string,
  options: { readonly env?: Environment; readonly file?: string } = {},
): Promise<TrustedFolder> {
  const { env = process.env } = options;
  const { own, file } = configurationFiles({ config: options.file }, env);
  return openProjectFolder({ directory, userFile: own, ...(file !== undefined && { file }) }, env);
}

/** The folders that the user trusts, by their real paths. Rejects with `TRUST_FILE_BROKEN`. */
export const trustedFolders = (
  env: Environment = process.env,
): Promise<Readonly<Record<string, TrustRecord>>> => readTrust(trustFile(env));

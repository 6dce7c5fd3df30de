// Trust in project folders, for hosts that show it and change it.

import { dirname, resolve } from "node:path";
import { absolutePath } from "@pictor/kernel";
import { configurationFiles } from "./configuration-files.js";
import { realFolder } from "./trust/review-project.js";
import { readTrust, trustFile, writeTrust, type TrustRecord } from "./trust/trust-file.js";
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

/**
 * Removes the trust in the folder of a project, which may be gone, or have a file that cannot be read. `file` as in
 * `openTrustedFolder`. Resolves to the real path, and whether the folder was trusted. Rejects with `TRUST_FILE_BROKEN` or
 * `FILE_NOT_WRITABLE`.
 */
export async function revokeTrust(
  directory: string,
  options: { readonly env?: Environment; readonly file?: string } = {},
): Promise<{ readonly folder: string; readonly wasTrusted: boolean }> {
  const { env = process.env } = options;
  const { file } = configurationFiles({ config: options.file }, env);
  const folder = realFolder(file === undefined ? directory : dirname(absolutePath(file, resolve(directory))));
  let wasTrusted = false;
  await writeTrust(trustFile(env), folder, (record) => {
    wasTrusted = record !== undefined;
    return undefined;
  });
  return { folder, wasTrusted };
}

/** The folders that the user trusts, by their real paths. Rejects with `TRUST_FILE_BROKEN`. */
export const trustedFolders = (
  env: Environment = process.env,
): Promise<Readonly<Record<string, TrustRecord>>> => readTrust(trustFile(env));

// The source of an installed extension. An update uses it, whatever the lists say.

import { findInstalled } from "@pictor/extensions";
import { PictorError, type ExtensionSource } from "@pictor/kernel/plugin";
import { shownAddress } from "../../git/repository-address.js";
import type { Instance } from "../../instance.js";
import type { Installed } from "../installed/read-installed.js";
import { gitFolderOf, readGitFacts } from "../installed/git-folder.js";
import { registryOf } from "../registry/registry-of.js";

/** Codes that `sourceOfInstalled` ignores: the installation or update itself reports them. */
const notFoundCodes: ReadonlySet<string> = new Set(["EXTENSION_NOT_INSTALLED", "EXTENSION_AMBIGUOUS"]);

/**
 * Finds the source; undefined if no extension of that name is in `all`, or its source is unknown. Rejects with
 * `EXTENSION_ID_REFUSED`.
 */
export async function sourceOfInstalled(
  instance: Instance,
  id: string,
  all: readonly Installed[],
): Promise<ExtensionSource | undefined> {
  try {
    return await sourceOf(
      instance,
      findInstalled(instance.name, id, all, ({ found }) => found.path),
    );
  } catch (error) {
    if (error instanceof PictorError && notFoundCodes.has(error.code)) return undefined;
    throw error;
  }
}

async function sourceOf(instance: Instance, { extension, found }: Installed) {
  if (extension.origin === "registry") {
    const id = (extension.registryId ?? extension.place).toLowerCase();
    return { origin: "registry", address: registryOf(instance).addressOf(id) } as const;
  }
  const folder = extension.origin === "git" ? await gitFolderOf(found.path) : undefined;
  const address = folder === undefined ? undefined : (await readGitFacts(folder)).origin;
  return address === undefined ? undefined : ({ origin: "git", address: shownAddress(address) } as const);
}

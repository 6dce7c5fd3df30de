// Where an update takes an extension from that is there already: from where it came, whatever a list says of it now.

import type { ExtensionSource } from "@pictor/kernel/plugin";
import { PictorError } from "@pictor/kernel/plugin";
import { withoutCredentials } from "../../git/repository-address.js";
import type { Instance } from "../../instance.js";
import { findAmong } from "../installed/find-installed.js";
import type { Installed } from "../installed/read-installed.js";
import { gitFolderOf, readGitFacts } from "../installed/git-folder.js";
import { addressIn } from "../registry/registry-client.js";

/** Nothing of that name, or several of which none is meant, are for whoever installs or updates to tell. */
const notFoundCodes: ReadonlySet<string> = new Set(["EXTENSION_NOT_INSTALLED", "EXTENSION_AMBIGUOUS"]);

/** `all`: what is there. Undefined for what is not, and for what does not say where it came from. Throws `EXTENSION_ID_REFUSED`. */
export async function sourceOfInstalled(
  instance: Instance,
  id: string,
  all: readonly Installed[],
): Promise<ExtensionSource | undefined> {
  try {
    return await sourceOf(instance, findAmong(instance, id, all));
  } catch (error) {
    if (error instanceof PictorError && notFoundCodes.has(error.code)) return undefined;
    throw error;
  }
}

async function sourceOf({ settings }: Instance, { extension, found }: Installed) {
  if (extension.origin === "registry") {
    const path = `/nodes/${(extension.registryId ?? extension.place).toLowerCase()}`;
    return { origin: "registry", address: addressIn(settings.extensions.registry, path) } as const;
  }
  const folder = extension.origin === "git" ? await gitFolderOf(found.path) : undefined;
  const address = folder === undefined ? undefined : (await readGitFacts(folder)).origin;
  return address === undefined
    ? undefined
    : ({ origin: "git", address: withoutCredentials(address) } as const);
}

// Locates the source of an extension: an entry of a list, its own address, or the registry.

import {
  extensionFault,
  findEntry,
  repositoryAddress,
  requireIdentity,
  type Identity,
} from "@pictor/extensions";
import { reasonOf, type CallOptions, type ExtensionSpec } from "@pictor/kernel/plugin";
import { addressProblem, shownAddress } from "../../git/repository-address.js";
import type { GitSource } from "../../git/remote-refs.js";
import type { Instance } from "../../instance.js";
import { folderNameProblem, repositoryName } from "../files/folder-names.js";
import { registryOf } from "../registry/registry-of.js";
import type { Indexes, ListedEntry } from "./read-indexes.js";

export type Located =
  | {
      readonly origin: "git";
      readonly source: GitSource;
      /** Name of the folder below custom_nodes. */
      readonly place: string;
      /** Additional Python packages that the list requires for the extension. */
      readonly pip: readonly string[];
    }
  | {
      readonly origin: "registry";
      readonly registryId: string;
      readonly place: string;
      /** Address of the extension's page in the registry, for the user. */
      readonly address: string;
    };

/**
 * Undefined when no source is known. Rejects with `EXTENSION_ID_REFUSED` or `EXTENSION_SOURCE_REFUSED`. Lists that cannot be
 * read are only logged, because an address or a registry id can be located without them.
 */
export async function locate(
  instance: Instance,
  indexes: Indexes,
  wanted: ExtensionSpec,
  options: CallOptions = {},
): Promise<Located | undefined> {
  const identity = requireIdentity(wanted.id);
  const entries = await indexes.entries(options).catch((error: unknown) => {
    options.signal?.throwIfAborted();
    instance.logger.warn("No list of extensions could be read.", { reason: reasonOf(error) });
    return [];
  });
  const entry = findEntry(entries, wanted.id) as ListedEntry | undefined;
  if (entry !== undefined) return fromEntry(entry);
  if (identity.kind !== "registry") return fromAddress(wanted, identity);
  return fromRegistry(instance, identity.id, wanted, options);
}

const refused = (id: string, address: string, reason: string) =>
  extensionFault("EXTENSION_SOURCE_REFUSED", {
    id: shownAddress(id),
    address: shownAddress(address),
    reason,
  });

function cloned(id: string, source: GitSource, pip: readonly string[] = []): Located {
  const { address, allowsFiles } = source;
  const problem = addressProblem(address, allowsFiles);
  if (problem !== undefined) throw refused(id, address, problem);
  const place = repositoryName(address);
  const nameProblem = folderNameProblem(place);
  if (nameProblem !== undefined) throw refused(id, address, `of the name of its folder: ${nameProblem}`);
  return { origin: "git", source, place, pip };
}

function fromEntry({ id, files, installType, allowsFiles, pip }: ListedEntry): Located {
  const [address = ""] = files;
  if (installType !== "git-clone" && installType !== "cnr")
    throw refused(
      id,
      address,
      `its list requires an installation by "${installType}", which Pictor does not support`,
    );
  return cloned(id, { address, allowsFiles }, pip);
}

/** Uses the id as the user spelled it if git accepts that, because the folder is named after it. */
function fromAddress({ id, isTyped = false }: ExtensionSpec, identity: Identity): Located {
  if (identity.kind === "local") return cloned(id, { address: id, allowsFiles: isTyped });
  if (!id.includes("://") && addressProblem(id, false) === undefined)
    return cloned(id, { address: id, allowsFiles: false });
  const parts = id.replace(/[?#].*$/s, "").split("/");
  const spelt = parts.filter((part) => part !== "").join("/");
  const isPlain = spelt.toLowerCase().replace(/\.git$/, "") === identity.id;
  return cloned(id, { address: repositoryAddress(id, isPlain ? spelt : identity.id), allowsFiles: false });
}

async function fromRegistry(
  instance: Instance,
  id: string,
  { commit }: ExtensionSpec,
  options: CallOptions,
): Promise<Located | undefined> {
  const registry = registryOf(instance);
  const node = await registry.node(id, options);
  if (node === undefined) return undefined;
  if (commit !== undefined) {
    if (node.repository === undefined)
      throw refused(id, registry.address, "it has versions there, but no commits");
    return cloned(id, { address: node.repository, allowsFiles: false });
  }
  const place = node.id.toLowerCase();
  const problem = folderNameProblem(place);
  if (problem !== undefined) throw refused(id, registry.address, `of its id there: ${problem}`);
  return { origin: "registry", registryId: node.id, place, address: registry.addressOf(place) };
}

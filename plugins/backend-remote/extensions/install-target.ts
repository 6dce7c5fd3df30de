// Resolves the id of a wanted extension to a pack or an address that this Manager can install.

import {
  chooseVersion,
  exactVersion,
  identityOf,
  isAnyVersion,
  noVersionFault,
  repositoryAddress,
  requireIdentity,
  versionOf,
} from "@pictor/extensions";
import type { CallOptions, ExtensionSource, ExtensionSpec } from "@pictor/kernel/plugin";
import { packIdOf, type KnownPack } from "../manager/known-packs.js";
import type { PackIndex } from "../manager/pack-index.js";

export type InstallTarget =
  | { readonly kind: "registry"; readonly id: string; readonly address?: string }
  /** Not in the registry, but in the Manager's list with exactly this spelling of the address. */
  | { readonly kind: "listed"; readonly name: string; readonly address: string }
  /** The extension is in neither the registry nor the list. It is cloned by its address if the Manager permits that. */
  | { readonly kind: "address"; readonly address: string };

const targetOfPack = ({ registryId, name, address }: KnownPack): InstallTarget | undefined => {
  if (registryId !== undefined)
    return { kind: "registry", id: registryId, ...(address === undefined ? {} : { address }) };
  return address === undefined ? undefined : { kind: "listed", name, address };
};

/** Finds the target. Throws EXTENSION_ID_REFUSED for a string that names no extension. */
export async function findInstallTarget(
  { manager, packs, repositoryOf }: Pick<PackIndex, "manager" | "packs" | "repositoryOf">,
  wantedId: string,
  options: CallOptions,
): Promise<InstallTarget | undefined> {
  const identity = requireIdentity(wantedId);
  if (identity.kind === "local") return undefined;
  const knownPacks = await packs(options);
  const named = knownPacks.find(
    (pack) => packIdOf(pack) === identity.id || identityOf(pack.registryId ?? "") === identity.id,
  );
  const known = named && targetOfPack(named);
  if (known !== undefined) return known;
  // A Manager 4.x installs every pack of the registry, but its table does not list all of them.
  if (identity.kind === "registry")
    return manager.generation === "4" ? { kind: "registry", id: identity.id } : undefined;
  if (manager.generation !== "4") return { kind: "address", address: addressOf(wantedId, identity.id) };
  // The table of a Manager 4.x has no addresses of registered packs, so the repository of the pack with the same name
  // is compared.
  const id = identity.id.split("/").at(-1) ?? "";
  const address = await repositoryOf(id, options);
  return address !== undefined && identityOf(address) === identity.id
    ? { kind: "registry", id, address }
    : undefined;
}

/** The Manager clones by https; an address with credentials is not given to it. */
const addressOf = (wantedId: string, id: string): string =>
  repositoryAddress(/^https:\/\/[^@]*$/i.test(wantedId) ? wantedId : id, id);

export const sourceOf = (target: InstallTarget, version?: string): ExtensionSource =>
  target.kind === "registry"
    ? {
        origin: "registry",
        address: `https://registry.comfy.org/nodes/${target.id}`,
        ...(version === undefined ? {} : { version }),
      }
    : { origin: "git", address: target.address };

/**
 * The version to install: the wanted one, else the newest in the range, or `latest` if any version is accepted. Throws
 * EXTENSION_NO_VERSION, also for a range if the pack's versions cannot be listed.
 */
export async function versionToInstall(
  { versionsOf, registryOutage }: Pick<PackIndex, "versionsOf" | "registryOutage">,
  id: string,
  wanted: ExtensionSpec,
  options: CallOptions,
): Promise<string> {
  if (wanted.version === undefined && isAnyVersion(wanted.range)) return "latest";
  const offered = (await versionsOf(id, options)) ?? [];
  const version = offered.length > 0 ? chooseVersion(offered, wanted) : onlyVersion(wanted);
  if (version !== undefined) return version;
  const outage = registryOutage();
  const unlisted = `no list of its versions${outage === undefined ? "" : ` (${outage})`}`;
  throw noVersionFault(wanted.id, wanted, offered, unlisted);
}

/** The version without a list to choose from: the Manager is asked for a version that is named exactly. */
const onlyVersion = ({ version, range }: ExtensionSpec): string | undefined =>
  version === undefined ? exactVersion(range) : versionOf(version);

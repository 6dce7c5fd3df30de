// Where a wanted extension comes from, as this Manager can take it.

import { exactVersion, extensionFault, identityOf, newestIn, requireIdentity } from "@pictor/extensions";
import type { CallOptions, ExtensionSource, WantedExtension } from "@pictor/kernel/plugin";
import type { Manager } from "./probe.js";
import { idOf } from "./packs.js";
import type { KnownPack } from "./packs.js";

export type Target =
  | { readonly kind: "registry"; readonly id: string; readonly address?: string }
  /** Not in the registry, but in the Manager's list, in exactly this spelling. */
  | { readonly kind: "listed"; readonly name: string; readonly address: string }
  /** In neither: cloned by its address, where the Manager does that. */
  | { readonly kind: "address"; readonly address: string };

export interface Sources {
  readonly manager: Manager;
  packs(options: CallOptions): Promise<readonly KnownPack[]>;
  /** Address of a pack of the registry, where anybody tells. */
  repositoryOf(registryId: string, options: CallOptions): Promise<string | undefined>;
  /** Versions of a pack of the registry, where anybody tells. */
  versionsOf(registryId: string, options: CallOptions): Promise<readonly string[] | undefined>;
}

const fromPack = ({ registryId, name, address }: KnownPack): Target | undefined => {
  if (registryId !== undefined)
    return { kind: "registry", id: registryId, ...(address === undefined ? {} : { address }) };
  return address === undefined ? undefined : { kind: "listed", name, address };
};

/** Throws EXTENSION_ID_REFUSED for what names no extension. */
export async function findTarget(
  { manager, packs, repositoryOf }: Sources,
  wantedId: string,
  options: CallOptions,
): Promise<Target | undefined> {
  const identity = requireIdentity(wantedId);
  if (identity.kind === "local") return undefined;
  const known = await packs(options);
  const named = known.find(
    (pack) => idOf(pack) === identity.id || identityOf(pack.registryId ?? "") === identity.id,
  );
  const found = named && fromPack(named);
  if (found !== undefined) return found;
  // The table of 4.x has not all packs of the registry; its Manager has.
  if (identity.kind === "registry")
    return manager.generation === "4" ? { kind: "registry", id: identity.id } : undefined;
  if (manager.generation !== "4") return { kind: "address", address: addressOf(wantedId, identity.id) };
  // That table has no addresses for packs of the registry: one of the same name is asked for its own.
  const id = identity.id.split("/").at(-1) ?? "";
  const address = await repositoryOf(id, options);
  return address !== undefined && identityOf(address) === identity.id
    ? { kind: "registry", id, address }
    : undefined;
}

const addressOf = (given: string, id: string): string => {
  if (/^https:\/\/[^@]*$/i.test(given)) return given.replace(/\/+$/, "");
  return /^[^/]*\.[^/]*\/[^/]+\//.test(id) ? `https://${id}` : `https://github.com/${id}`;
};

export const sourceOf = (target: Target, version?: string): ExtensionSource =>
  target.kind === "registry"
    ? {
        origin: "registry",
        address: `https://registry.comfy.org/nodes/${target.id}`,
        ...(version === undefined ? {} : { version }),
      }
    : { origin: "git", address: target.address };

export const isAny = (range: string): boolean => range.trim() === "" || range.trim() === "*";

/**
 * The version to ask for: exactly the one that is wanted, else the newest in the range; `latest` where any will do. Throws
 * EXTENSION_NO_VERSION, also for a range where nobody tells which versions there are.
 */
export async function chooseVersion(
  { versionsOf }: Pick<Sources, "versionsOf">,
  id: string,
  wanted: WantedExtension,
  options: CallOptions,
): Promise<string> {
  if (wanted.version === undefined && isAny(wanted.range)) return "latest";
  const range = wanted.version ?? wanted.range;
  const offered = await versionsOf(id, options);
  const isTold = offered !== undefined && offered.length > 0;
  const version = isTold ? newestIn(offered, range)?.text : exactVersion(range);
  if (version !== undefined) return version;
  const found = isTold ? offered.slice(0, 5).join(", ") : "no list of its versions";
  throw extensionFault("EXTENSION_NO_VERSION", { id: wanted.id, range, found });
}

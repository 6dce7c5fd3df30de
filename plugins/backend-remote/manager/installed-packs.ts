// Parses the Manager's list of the entries in `custom_nodes`, and turns them into installed extensions. Pure.

import {
  asFilledString,
  asString,
  recordOrEmpty,
  type InstalledExtension,
  withoutUndefined,
} from "@pictor/kernel/plugin";
import { commitOf, identityOf, versionOf } from "@pictor/extensions";

/** One entry of the list, with what the Manager's tasks need to refer to the pack. */
export interface ListedPack {
  /** Folder or file in `custom_nodes`, as it is named while the pack is enabled. */
  readonly folder: string;
  /** The pack's name in tasks: its registry id, else the name of its repository, else its folder. */
  readonly name: string;
  readonly registryId: string | undefined;
  /** Repository of a clone: `https://github.com/owner/name`. */
  readonly repository: string | undefined;
  /** `registry`: an archive of the registry. `nightly`: a clone of a registered repository. `unknown`: any other clone. */
  readonly kind: "registry" | "nightly" | "unknown";
  /** The version, or the commit of a clone. */
  readonly version: string;
  readonly enabled: boolean;
}

/** Disabled packs are stored in `<id>@1_2_0`, or, with older Managers, in `<folder>.disabled`. */
const withoutDisabledMark = (folder: string): string =>
  folder.replace(/\.disabled$/, "").replace(/(?<=.)@[^@]*$/, "");

/**
 * Parses a reply of `customnode/installed`. Malformed entries are left out, and so are older versions that the Manager
 * keeps beside an enabled one.
 */
export function parseInstalledPacks(reply: unknown): readonly ListedPack[] {
  const packs = Object.entries(recordOrEmpty(reply)).flatMap(([folder, entry]) =>
    parsePack(folder, recordOrEmpty(entry)),
  );
  const enabledNames = new Set(packs.filter(({ enabled }) => enabled).map(({ name }) => name.toLowerCase()));
  return packs.filter((pack) => pack.enabled || !enabledNames.has(pack.name.toLowerCase()));
}

function parsePack(listedFolder: string, entry: Readonly<Record<string, unknown>>): readonly ListedPack[] {
  // Some versions of the Manager send a commit with a line feed.
  const version = asString(entry["ver"])?.trim();
  if (version === undefined) return [];
  const registryId = asFilledString(entry["cnr_id"]);
  const clone = asFilledString(entry["aux_id"]);
  const folder = withoutDisabledMark(listedFolder);
  // For a repository outside GitHub, the Manager sends only the last part of the address.
  const repository = clone?.includes("/") === true ? `https://github.com/${clone}` : undefined;
  const kind = clone === undefined ? "registry" : registryId === undefined ? "unknown" : "nightly";
  const cloneName = clone
    ?.split("/")
    .at(-1)
    ?.replace(/\.git$/, "");
  const name = registryId ?? cloneName ?? folder;
  return [{ folder, name, registryId, repository, kind, version, enabled: entry["enabled"] !== false }];
}

/** Details of a pack that the Manager's list lacks. */
export interface PackDetails {
  /** The repository that the registry names for the pack's id. */
  readonly repository?: string | undefined;
  readonly loaded: boolean | undefined;
  readonly failure?: string | undefined;
}

export function installedExtensionOf(pack: ListedPack, details: PackDetails): InstalledExtension {
  const { folder, name, registryId, kind, enabled } = pack;
  const { repository, loaded, failure } = details;
  const repositories = [...new Set([pack.repository, repository].filter((found) => found !== undefined))];
  const [first] = repositories;
  const version = kind === "registry" ? versionOf(pack.version) : undefined;
  const commit = kind === "registry" ? undefined : commitOf(pack.version);
  return {
    id: (first === undefined ? undefined : identityOf(first)) ?? identityOf(registryId ?? name) ?? folder,
    place: folder,
    origin: kind === "registry" ? "registry" : "git",
    ...withoutUndefined({ registryId, repositories, commit, enabled, loaded, failure }),
    ...(version === undefined ? {} : { version, versionFrom: "manager" }),
  };
}

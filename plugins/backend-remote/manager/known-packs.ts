// Parses the packs that the Manager knows, from its list of packs or its table of node classes: pure.

import {
  asFilledString,
  asString,
  recordOrEmpty,
  type AvailableExtension,
  withoutUndefined,
} from "@pictor/kernel/plugin";
import { identityOf } from "@pictor/extensions";
import { itemsOf, textsOf } from "../base/json-fields.js";

/** A pack that could be installed. */
export interface KnownPack {
  /** The pack's name in tasks. */
  readonly name: string;
  /** The registry id; absent for a pack that is not in the registry. */
  readonly registryId?: string;
  /** The address as the Manager's list spells it, because the Manager compares addresses literally. */
  readonly address?: string;
  readonly title: string;
  readonly description?: string;
  readonly author?: string;
  /** The latest version of the pack. */
  readonly version?: string;
}

const isAddress = (text: string): boolean => /^https?:\/\//i.test(text);
const lastSegment = (address: string): string =>
  address
    .replace(/(?<!\/)\/+$/, "")
    .replace(/\.git$/, "")
    .split("/")
    .at(-1) ?? address;
/** A text without blanks around it; undefined if nothing is left of it. */
const trimmed = (value: unknown): string | undefined => asFilledString(asString(value)?.trim());

/** Parses a reply of `customnode/getlist`; Managers 4.x have that route only with the legacy UI. */
export const parsePackList = (reply: unknown): readonly KnownPack[] =>
  Object.entries(recordOrEmpty(recordOrEmpty(reply)["node_packs"])).map(([key, value]) => {
    const entry = recordOrEmpty(value);
    const [file] = textsOf(entry["files"]);
    const isRegistered = entry["version"] !== "unknown" && !isAddress(key);
    const address = file ?? asString(entry["repository"]) ?? "";
    const latest =
      asString(entry["cnr_latest"]) ?? (entry["state"] === "not-installed" ? entry["version"] : undefined);
    return withoutUndefined({
      name: isAddress(key) ? lastSegment(key) : key,
      registryId: isRegistered ? key : undefined,
      address: isAddress(address) ? address : undefined,
      title: asString(entry["title"]) ?? key,
      description: trimmed(entry["description"]),
      author: trimmed(entry["author"]),
      version: isRegistered && latest !== "nightly" ? trimmed(latest) : undefined,
    });
  });

/** Parses a reply of `customnode/getmappings`, whose keys are registry ids (without an address) or addresses. */
export const parsePackMappings = (reply: unknown): readonly KnownPack[] =>
  Object.entries(recordOrEmpty(reply)).map(([key, value]) => {
    const about = recordOrEmpty(itemsOf(value)[1]);
    return withoutUndefined({
      name: isAddress(key) ? lastSegment(key) : key,
      ...(isAddress(key) ? { address: key } : { registryId: key }),
      title: asString(about["title"]) ?? asString(about["title_aux"]) ?? key,
      description: trimmed(about["description"]),
      author: trimmed(about["author"]),
    });
  });

/** Parses a reply of `customnode/getmappings` into a map from node class to the keys of the packs that provide it. */
export function parseProviders(reply: unknown): ReadonlyMap<string, readonly string[]> {
  const providers = new Map<string, string[]>();
  for (const [key, value] of Object.entries(recordOrEmpty(reply))) {
    for (const name of textsOf(itemsOf(value)[0])) {
      const keys = providers.get(name);
      if (keys === undefined) providers.set(name, [key]);
      else keys.push(key);
    }
  }
  return providers;
}

export const packIdOf = ({ address, registryId, name }: KnownPack): string =>
  (address === undefined ? undefined : identityOf(address)) ?? identityOf(registryId ?? name) ?? name;

export function availableExtensionOf(pack: KnownPack): AvailableExtension {
  const { address: repository, registryId, title, description, author, version } = pack;
  return withoutUndefined({
    id: packIdOf(pack),
    title,
    description,
    author,
    registryId,
    repository,
    version,
  });
}

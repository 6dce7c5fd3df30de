// The packs that the Manager knows of, read from its list or from its table of node classes: pure.

import { identityOf } from "@pictor/extensions";
import type { AvailableExtension } from "@pictor/kernel/plugin";
import { fieldsOf, itemsOf, textOf, textsOf } from "../fields.js";

/** One that could be installed. */
export interface KnownPack {
  /** What tasks call it. */
  readonly name: string;
  /** Absent for one that is not in the registry. */
  readonly registryId?: string;
  /** As the Manager spells it: it compares addresses to the letter. */
  readonly address?: string;
  readonly title: string;
  readonly description?: string;
  readonly author?: string;
  /** The latest. */
  readonly version?: string;
}

const isAddress = (text: string): boolean => /^https?:\/\//i.test(text);
const lastPart = (address: string): string =>
  address
    .replace(/\/+$/, "")
    .replace(/\.git$/, "")
    .split("/")
    .at(-1) ?? address;
const given = <Key extends string>(key: Key, value: unknown): Partial<Record<Key, string>> => {
  const text = textOf(value)?.trim();
  return text === undefined || text === "" ? {} : ({ [key]: text } as Partial<Record<Key, string>>);
};

/** Reads `customnode/getlist`, which the newer page of 4.x has not. */
export const packsInList = (reply: unknown): readonly KnownPack[] =>
  Object.entries(fieldsOf(fieldsOf(reply)["node_packs"])).map(([key, value]) => {
    const entry = fieldsOf(value);
    const [file] = textsOf(entry["files"]);
    const isRegistered = entry["version"] !== "unknown" && !isAddress(key);
    const address = file ?? textOf(entry["repository"]) ?? "";
    const latest =
      textOf(entry["cnr_latest"]) ?? (entry["state"] === "not-installed" ? entry["version"] : undefined);
    return {
      name: isAddress(key) ? lastPart(key) : key,
      ...(isRegistered ? { registryId: key } : {}),
      ...(isAddress(address) ? { address } : {}),
      title: textOf(entry["title"]) ?? key,
      ...given("description", entry["description"]),
      ...given("author", entry["author"]),
      ...(isRegistered && latest !== "nightly" ? given("version", latest) : {}),
    };
  });

/** Reads `customnode/getmappings`: packs of the registry by their id, without an address; others by theirs. */
export const packsInMappings = (reply: unknown): readonly KnownPack[] =>
  Object.entries(fieldsOf(reply)).map(([key, value]) => {
    const about = fieldsOf(itemsOf(value)[1]);
    return {
      name: isAddress(key) ? lastPart(key) : key,
      ...(isAddress(key) ? { address: key } : { registryId: key }),
      title: textOf(about["title"]) ?? textOf(about["title_aux"]) ?? key,
      ...given("description", about["description"]),
      ...given("author", about["author"]),
    };
  });

/** Node class to the keys of the packs that have it. */
export function providersIn(reply: unknown): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const [key, value] of Object.entries(fieldsOf(reply))) {
    for (const name of textsOf(itemsOf(value)[0])) {
      const keys = found.get(name);
      if (keys === undefined) found.set(name, [key]);
      else keys.push(key);
    }
  }
  return found;
}

export const idOf = ({ address, registryId, name }: KnownPack): string =>
  (address === undefined ? undefined : identityOf(address)) ?? identityOf(registryId ?? name) ?? name;

export function availableOf(pack: KnownPack): AvailableExtension {
  const { address, registryId, title, description, author, version } = pack;
  return {
    id: idOf(pack),
    title,
    ...(description === undefined ? {} : { description }),
    ...(author === undefined ? {} : { author }),
    ...(registryId === undefined ? {} : { registryId }),
    ...(address === undefined ? {} : { repository: address }),
    ...(version === undefined ? {} : { version }),
  };
}

/** Every word has to occur in title, id, author or description. */
export function matches(pack: KnownPack, query: string): boolean {
  const { title, author = "", description = "", registryId = "", address = "" } = pack;
  const text = [title, author, description, registryId, address].join(" ").toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

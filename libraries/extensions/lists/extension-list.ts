// A list of extensions in the format of ComfyUI-Manager: custom-node-list.json. Pure.

import { cutText, isRecord, type AvailableExtension } from "@pictor/kernel/plugin";
import { withoutCredentials } from "../names/credentials.js";
import { identityOf, readIdentity } from "../names/identity.js";
import { versionOf } from "../versions/version.js";
import { indexFault, parseList } from "./read-json.js";

/** An extension that a list offers. */
export interface IndexEntry extends AvailableExtension {
  /** Addresses of the extension's files, at least one. The first one is cloned. */
  readonly files: readonly string[];
  /** How the extension is installed: `git-clone`, `copy`, `unzip` or `cnr`, as in the list. Default: `git-clone`. */
  readonly installType: string;
  /** Python packages that the extension needs in addition to its requirements.txt. */
  readonly pip: readonly string[];
}

const maxText = 2000;
/** Puts a text on one line, without control characters, which could change how a terminal behaves. */
const textOf = (value: unknown): string =>
  typeof value === "string" ? cutText(value.replace(/[\p{Cc}\p{Cf}\s]+/gu, " ").trim(), maxText) : "";
const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === "string" && one !== "") : [];

/** Returns undefined for an entry without a valid name. Files that are not addresses are left out. */
function readEntry(entry: unknown): IndexEntry | undefined {
  if (!isRecord(entry)) return undefined;
  const reference = textOf(entry["reference"]);
  const registryId = identityOf(textOf(entry["id"]));
  const read = readIdentity(reference);
  const repository = read.kind === "repository" || read.kind === "local" ? read.id : undefined;
  const id = repository ?? registryId;
  if (id === undefined) return undefined;
  const files = textsOf(entry["files"]).filter(
    (file) => readIdentity(file).kind !== "refused" || isPlain(file),
  );
  const fallback = repository === undefined ? [] : [reference];
  const [title, author, description] = [entry["title"], entry["author"], entry["description"]].map(textOf);
  const version = versionOf(textOf(entry["version"]));
  return {
    id,
    title: title === undefined || title === "" ? id : title,
    ...(author !== undefined && author !== "" && { author }),
    ...(description !== undefined && description !== "" && { description }),
    ...(registryId !== undefined && !registryId.includes("/") && { registryId }),
    ...(repository !== undefined && { repository: withoutCredentials(reference) }),
    ...(version !== undefined && { version }),
    files: files.length > 0 ? files : fallback,
    installType: textOf(entry["install_type"]) || "git-clone",
    pip: textsOf(entry["pip"]),
  };
}
/** Whether an entry of `files` is a web address. A file may also be a single .py file. */
const isPlain = (file: string): boolean => /^https?:\/\/[^\s\p{Cc}]+$/iu.test(file);

/**
 * Parses `{ "custom_nodes": [...] }`. Leaves out invalid entries, and ignores unknown fields. `source` names the list in
 * errors. Throws EXTENSION_INDEX_UNREADABLE for any other text.
 */
export function readIndex(text: string, source: string): readonly IndexEntry[] {
  const file = parseList(text, source);
  if (!isRecord(file) || !Array.isArray(file["custom_nodes"]))
    throw indexFault(source, 'it has no list "custom_nodes"');
  return file["custom_nodes"].map(readEntry).filter((entry) => entry !== undefined);
}

/** Entries of later lists replace those of earlier ones, at the position of the first. */
export function mergeIndexes(lists: readonly (readonly IndexEntry[])[]): readonly IndexEntry[] {
  return [...new Map(lists.flat().map((entry) => [entry.id, entry])).values()];
}

/** Finds an entry by any name of the extension. */
export function findEntry(entries: readonly IndexEntry[], name: string): IndexEntry | undefined {
  const id = identityOf(name);
  if (id === undefined) return undefined;
  return entries.find((entry) => entry.id === id) ?? entries.find((entry) => entry.registryId === id);
}

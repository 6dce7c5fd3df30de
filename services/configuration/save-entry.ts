// Writes single entries (profiles, backends, environments) of a configuration file atomically.

import { readFile } from "node:fs/promises";
import {
  cloneData,
  fault,
  parseLayer,
  reasonOf,
  replaceFile,
  systemCode,
  validateLayer,
  type BackendSettings,
  type Configuration,
  type EnvironmentVariables,
  type Profile,
} from "@pictor/kernel";

const isMissing = (error: unknown): boolean => systemCode(error) === "ENOENT";

async function read(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw fault("CONFIG_NOT_READABLE", { file, reason: reasonOf(error) });
  }
}

/** Finds the indentation of a configuration file. */
const indentOf = (text: string): string => /^([ \t]+)"/m.exec(text)?.[1] ?? "  ";

/** The sections whose entries are written individually. */
interface Sections {
  readonly profiles: Profile;
  readonly backends: BackendSettings;
  readonly environments: EnvironmentVariables;
}

/** Reads an entry of one configuration file, without other layers. */
export async function readEntry<Section extends keyof Sections>(
  file: string,
  section: Section,
  name: string,
): Promise<Sections[Section] | undefined> {
  const text = await read(file);
  const layer = text === undefined ? {} : (cloneData(parseLayer(text, file)) as Configuration);
  const entries = layer[section] as Readonly<Record<string, Sections[Section]>> | undefined;
  return entries !== undefined && Object.hasOwn(entries, name) ? entries[name] : undefined;
}

/**
 * Sets an entry of a file, which is created if necessary; undefined removes the entry. All other values in the file
 * stay the same; the layout of lines may change. Throws `CONFIG_...` or `FILE_NOT_WRITABLE`; the file is then
 * unchanged.
 */
export async function saveEntry<Section extends keyof Sections>(
  file: string,
  section: Section,
  name: string,
  entry: Sections[Section] | undefined,
): Promise<void> {
  const text = await read(file);
  const layer = (text === undefined ? {} : parseLayer(text, file)) as Configuration;
  const others = Object.entries(layer[section] ?? {}).filter(([other]) => other !== name);
  const entries = Object.fromEntries(entry === undefined ? others : [...others, [name, entry]]);
  const next = { ...layer, [section]: entries };
  await validateLayer(next, file);
  await replaceFile(file, `${JSON.stringify(next, null, indentOf(text ?? ""))}\n`);
}

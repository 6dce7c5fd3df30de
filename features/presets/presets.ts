// The presets of the user: one file in the user's data folder, which the command and the local API read and write.

import { readFile } from "node:fs/promises";
import {
  dataFolder,
  knownNames,
  isRecord,
  parseJson,
  reasonOf,
  stringifyJson,
  systemCode,
  type SystemEnvironment,
} from "@pictor/kernel";
import { join } from "node:path";
import { presetFault } from "./faults.js";
import { isPreset, isPresetName, type Preset } from "./preset.js";

export interface Presets {
  /** All presets, sorted by name. Rejects with `PRESETS_NOT_READABLE`. */
  list(): Promise<readonly Preset[]>;
  /** Reads the preset with this name. Rejects with `PRESET_UNKNOWN`. */
  read(name: string): Promise<Preset>;
  /**
   * Creates or replaces the preset, which keeps its owner if the new one names none. Rejects with `PRESET_INVALID` for a preset
   * beyond the limits, with `PRESET_OWNED`, and with `FILE_NOT_WRITABLE`.
   */
  save(preset: Preset, by?: PresetChanger): Promise<void>;
  /** Deletes the preset with this name. Rejects with `PRESET_UNKNOWN` or `PRESET_OWNED`. */
  remove(name: string, by?: PresetChanger): Promise<void>;
}

/** Who changes a preset: a token, by its id. Default: the person, who may change all. */
export interface PresetChanger {
  readonly token: string;
  /** Whether it may also change presets of other owners. */
  readonly isAdmin: boolean;
}

function requireOwned({ name, owner }: Preset, by: PresetChanger | undefined): void {
  if (owner === undefined || by === undefined || by.isAdmin || by.token === owner) return;
  throw presetFault("PRESET_OWNED", { name });
}

const maxPresets = 500;
const maxPresetBytes = 100_000;
/** Only the owner may read the file: prompts are personal. */
const mode = 0o600;

export const presetsFile = (machine: SystemEnvironment): string => join(dataFolder(machine), "presets.json");

const byName = (a: Preset, b: Preset): number => (a.name < b.name ? -1 : 1);

function parsePresets(text: string): readonly Preset[] {
  const found = parseJson(text);
  const list: unknown = isRecord(found) ? found["presets"] : undefined;
  if (!Array.isArray(list)) throw new Error('it has no list "presets"');
  const wrong = list.findIndex((entry) => !isPreset(entry));
  if (wrong !== -1) throw new Error(`/presets/${wrong} is not a preset`);
  return list as readonly Preset[];
}

export function openPresets(path: string): Presets {
  const read = async (): Promise<readonly Preset[]> => {
    try {
      return parsePresets(await readFile(path, "utf8"));
    } catch (error) {
      if (systemCode(error) === "ENOENT") return [];
      throw presetFault("PRESETS_NOT_READABLE", { path, reason: reasonOf(error) }, { cause: error });
    }
  };
  const find = (presets: readonly Preset[], name: string): Preset => {
    const found = presets.find((preset) => preset.name === name);
    if (found !== undefined) return found;
    const names = presets.map((preset) => preset.name);
    throw presetFault("PRESET_UNKNOWN", { name, ...knownNames(name, names) });
  };
  const change = async (next: (presets: readonly Preset[]) => readonly Preset[]): Promise<void> => {
    // The services are imported here, because reading needs none.
    const { withFileLock } = await import("@pictor/services");
    await withFileLock(path, async (lock) => {
      const presets = [...next(await read())].sort(byName);
      await lock.replace(path, `${stringifyJson({ version: 1, presets }, 2)}\n`, mode);
    });
  };
  return {
    list: async () => [...(await read())].sort(byName),
    read: async (name) => find(await read(), name),
    async save(preset, by) {
      const invalid = (reason: string) => presetFault("PRESET_INVALID", { reason });
      if (!isPresetName(preset.name))
        throw invalid(
          "its name needs 1 to 100 characters on one line, without slashes and spaces at its ends",
        );
      const bytes = Buffer.byteLength(stringifyJson(preset));
      if (bytes > maxPresetBytes) throw invalid(`it has ${bytes} bytes, more than ${maxPresetBytes}`);
      await change((presets) => {
        const before = presets.find(({ name }) => name === preset.name);
        if (before !== undefined) requireOwned(before, by);
        const others = presets.filter((each) => each !== before);
        if (others.length >= maxPresets) throw invalid(`there are ${maxPresets} presets already`);
        return [...others, { ...(before?.owner !== undefined && { owner: before.owner }), ...preset }];
      });
    },
    remove: (name, by) =>
      change((presets) => {
        const found = find(presets, name);
        requireOwned(found, by);
        return presets.filter((preset) => preset !== found);
      }),
  };
}

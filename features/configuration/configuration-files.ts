// The configuration files as they are now, also after this server or another program has written them.

import { readFile } from "node:fs/promises";
import { isRecord, parseJson, type LoadedConfiguration } from "@pictor/kernel";

interface FileView {
  readonly file: string;
  readonly profiles: string[];
  readonly backends: string[];
}

const namesIn = (section: unknown): string[] => (isRecord(section) ? Object.keys(section) : []);

async function readNow(file: string): Promise<FileView | undefined> {
  try {
    const layer = parseJson(await readFile(file, "utf8"));
    return isRecord(layer)
      ? { file, profiles: namesIn(layer["profiles"]), backends: namesIn(layer["backends"]) }
      : undefined;
  } catch {
    return undefined;
  }
}

/** The files, the lowest first. What was loaded from a file that cannot be read any more is still in use, and is listed. */
export async function configurationFiles({
  layers,
  writesTo,
}: Pick<LoadedConfiguration, "layers" | "writesTo">): Promise<FileView[]> {
  const loaded = layers.map(({ file, layer }): FileView => ({
    file,
    profiles: namesIn(layer.profiles),
    backends: namesIn(layer.backends),
  }));
  const known = await Promise.all(loaded.map(async (view) => (await readNow(view.file)) ?? view));
  const written = loaded.some(({ file }) => file === writesTo) ? undefined : await readNow(writesTo);
  return written === undefined ? known : [...known, written];
}

// The uploaded files that a newer server knows by their contents.

import { readFile } from "node:fs/promises";
import { inside } from "@pictor/comfyui-graph";
import { isRecord } from "@pictor/kernel/plugin";
import { blake3 } from "./blake3.js";

/** Folders of the areas `input`, `output` and `temp`. */
export type AreaFolders = Readonly<Record<"input" | "output" | "temp", string>>;

/** A file as the reply to its upload names it. */
interface Upload {
  readonly name: string;
  readonly subfolder: string;
  readonly type: keyof AreaFolders;
}

const isUpload = (value: unknown): value is Upload =>
  isRecord(value) && typeof value["name"] === "string" && typeof value["subfolder"] === "string";

/** The uploads of one server. */
export class Assets {
  readonly #folders: AreaFolders;
  readonly #byHash = new Map<string, Upload>();

  constructor(folders: AreaFolders) {
    this.#folders = folders;
  }

  /** Hash and size of an uploaded file; undefined if it cannot be read. */
  async add(upload: unknown): Promise<{ readonly hash: string; readonly size: number } | undefined> {
    if (!isUpload(upload)) return undefined;
    const folder = inside(this.#folders[upload.type], upload.subfolder);
    const file = folder === undefined ? undefined : inside(folder, upload.name);
    const bytes = file === undefined ? undefined : await readFile(file).catch(() => undefined);
    if (bytes === undefined) return undefined;
    const hash = `blake3:${blake3(bytes)}`;
    this.#byHash.set(hash, upload);
    return { hash, size: bytes.length };
  }

  /** The query of `/view` for the file with a hash. */
  queryFor(hash: string): Readonly<Record<string, string>> | undefined {
    const upload = this.#byHash.get(hash);
    return upload && { filename: upload.name, subfolder: upload.subfolder, type: upload.type };
  }
}

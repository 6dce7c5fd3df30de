// Puts the files of a prompt into the store, so that hosts find them by the addresses in the verdict and in events.

import type { OutputFile } from "@pictor/kernel/plugin";
import type { Verdict } from "../../protocol/verdicts.js";
import type { Digest } from "../../store/store.js";
import { isFileLost } from "../parts/errors.js";
import { untilDone } from "../parts/retry.js";
import type { WorkerParts } from "../parts/worker-parts.js";

const keyOf = ({ area, subfolder, filename, node }: OutputFile): string =>
  JSON.stringify([node, area, subfolder, filename]);

/**
 * Clients of ComfyUI's protocol ask for a file by its folder and its name only, so the folder says where the file is in
 * the store. The facade puts the worker before it.
 */
const placeIn = ({ subfolder }: OutputFile, digest: Digest): Pick<OutputFile, "subfolder"> => ({
  subfolder: subfolder === "" ? digest : `${subfolder}/${digest}`,
});

export class Deliverer {
  readonly #parts: WorkerParts;
  readonly #signal: AbortSignal;
  readonly #stored = new Map<string, Promise<OutputFile>>();

  constructor(parts: WorkerParts, signal: AbortSignal) {
    this.#parts = parts;
    this.#signal = signal;
  }

  async #store(file: OutputFile): Promise<OutputFile> {
    const { backend, clock, store, warnings, worker: member } = this.#parts;
    const signal = this.#signal;
    try {
      const digest = await untilDone(
        () => store.put(backend.fetchOutput(file, { signal }), { signal }),
        { clock, signal, warnings },
        isFileLost,
      );
      backend.facets.retention?.release(file);
      return { ...file, ...placeIn(file, digest), member, address: store.addressOf(digest) };
    } catch {
      signal.throwIfAborted();
      return { ...file, member, address: "" };
    }
  }

  /**
   * Stores files once, and resolves to them with their addresses. A file that the server does not have any more gets an
   * empty address. As long as the store refuses a file, the file is sent again.
   */
  files(files: readonly OutputFile[]): Promise<readonly OutputFile[]> {
    const storing = files.map((file) => {
      const key = keyOf(file);
      const stored = this.#stored.get(key) ?? this.#store(file);
      this.#stored.set(key, stored);
      return stored;
    });
    return Promise.all(storing);
  }

  async verdict(verdict: Verdict): Promise<Verdict> {
    return "outputs" in verdict ? { ...verdict, outputs: await this.files(verdict.outputs) } : verdict;
  }
}

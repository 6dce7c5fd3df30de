// Puts the files of a prompt into the store, so that hosts find them by the addresses in the verdict and in events.

import { PictorError, type MemberBackend, type OutputFile } from "@pictor/kernel/plugin";
import type { Session } from "../base/session.js";
import type { Digest } from "../store/store.js";
import type { Verdict } from "../protocol/verdicts.js";
import { untilAnswered } from "./retry.js";

export interface Deliverer {
  /** Stores files once, and resolves to them with their addresses. A file that the server has no more keeps an empty address. */
  files(files: readonly OutputFile[]): Promise<readonly OutputFile[]>;
  verdict(verdict: Verdict): Promise<Verdict>;
}

const keyOf = ({ area, subfolder, filename, node }: OutputFile): string =>
  JSON.stringify([node, area, subfolder, filename]);

/**
 * Clients of ComfyUI's protocol ask for a file by its folder and its name only, so the folder says where the file is in the store.
 */
const placeIn = (
  { subfolder }: OutputFile,
  worker: string,
  digest: Digest,
): Pick<OutputFile, "subfolder"> => ({
  subfolder: [worker, ...(subfolder === "" ? [] : [subfolder]), digest].join("/"),
});

export function createDeliverer(
  backend: MemberBackend,
  {
    worker,
    signal,
    session,
  }: { readonly worker: string; readonly signal: AbortSignal; readonly session: Session },
): Deliverer {
  const { store, clock } = session;
  const stored = new Map<string, Promise<OutputFile>>();
  const deliver = async (file: OutputFile): Promise<OutputFile> => {
    try {
      const digest = await untilAnswered(() => store.put(backend.fetchOutput(file, { signal }), { signal }), {
        clock,
        signal,
      });
      backend.facets.retention?.release(file);
      return { ...file, ...placeIn(file, worker, digest), member: worker, address: store.addressOf(digest) };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof PictorError) return { ...file, member: worker, address: "" };
      throw error;
    }
  };
  const once = (file: OutputFile): Promise<OutputFile> => {
    const key = keyOf(file);
    const delivering = stored.get(key) ?? deliver(file);
    stored.set(key, delivering);
    return delivering;
  };
  const files: Deliverer["files"] = (list) => Promise.all(list.map(once));
  return {
    files,
    verdict: async (verdict) =>
      "outputs" in verdict ? { ...verdict, outputs: await files(verdict.outputs) } : verdict,
  };
}

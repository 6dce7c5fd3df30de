// Puts the files of a prompt into the store, so that hosts find them by the addresses in the verdict and in events.

import type { MemberBackend, OutputFile } from "@pictor/kernel/plugin";
import type { Session } from "../base/session.js";
import type { Digest } from "../store/store.js";
import type { Verdict } from "../protocol/verdicts.js";
import { isFileLost } from "./errors.js";
import { untilDone } from "./retry.js";

export interface Deliverer {
  /**
   * Stores files once, and resolves to them with their addresses. A file that the server does not have any more gets an empty address. As long as
   * the store refuses a file, the file is sent again.
   */
  files(files: readonly OutputFile[]): Promise<readonly OutputFile[]>;
  verdict(verdict: Verdict): Promise<Verdict>;
}

const keyOf = ({ area, subfolder, filename, node }: OutputFile): string =>
  JSON.stringify([node, area, subfolder, filename]);

/**
 * Clients of ComfyUI's protocol ask for a file by its folder and its name only, so the folder says where the file is in the store. The
 * facade puts the worker before it.
 */
const placeIn = ({ subfolder }: OutputFile, digest: Digest): Pick<OutputFile, "subfolder"> => ({
  subfolder: subfolder === "" ? digest : `${subfolder}/${digest}`,
});

export function createDeliverer(
  backend: MemberBackend,
  {
    worker,
    signal,
    session,
    onRefusal,
  }: {
    readonly worker: string;
    readonly signal: AbortSignal;
    readonly session: Session;
    /** Called with errors that somebody has to correct, before the file is sent again. */
    onRefusal(error: unknown): void;
  },
): Deliverer {
  const { store, clock } = session;
  const stored = new Map<string, Promise<OutputFile>>();
  const deliver = async (file: OutputFile): Promise<OutputFile> => {
    try {
      const digest = await untilDone(() => store.put(backend.fetchOutput(file, { signal }), { signal }), {
        clock,
        signal,
        isFinal: isFileLost,
        onRefusal,
      });
      backend.facets.retention?.release(file);
      return { ...file, ...placeIn(file, digest), member: worker, address: store.addressOf(digest) };
    } catch {
      signal.throwIfAborted();
      return { ...file, member: worker, address: "" };
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

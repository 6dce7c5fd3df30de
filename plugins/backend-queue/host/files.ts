// Inputs and outputs: both are in the store, by the digest of their contents.

import {
  fault,
  type CallOptions,
  type InputFile,
  type OutputFile,
  type UploadOptions,
} from "@pictor/kernel/plugin";
import type { Session } from "../base/session.js";
import { digestOfInput, nameOfInput } from "../protocol/input-names.js";
import { digestIn, type Digest } from "../store/store.js";

/** The most digests of uploaded files that are remembered. */
const longestKept = 2_000;
/** A file of this machine that was uploaded within this time is not sent again. */
const recentMs = 3_600_000;

async function* counted(file: InputFile, options: UploadOptions | undefined): AsyncIterable<Uint8Array> {
  let sent = 0;
  for await (const chunk of file.open()) {
    yield chunk;
    sent += chunk.length;
    options?.progress?.(sent, file.length);
  }
}

export function createFiles({ store, clock }: Session) {
  /** When each file of this machine was stored, by its digest. */
  const stored = new Map<Digest, number>();
  return {
    async upload(file: InputFile, options?: UploadOptions): Promise<string> {
      const { area = "input" } = file;
      if (area !== "input")
        throw fault("BACKEND_UPLOAD_REFUSED", {
          filename: file.name,
          url: store.where,
          reason: `a queue passes on files for the folder input only, not for the folder ${area}`,
        });
      const known = file.source?.sha256;
      const at = known === undefined ? undefined : stored.get(known);
      if (known !== undefined && at !== undefined && clock.now() - at < recentMs)
        return nameOfInput(known, file.name);
      const digest = await store.put(counted(file, options), options);
      if (stored.size >= longestKept) stored.clear();
      stored.set(digest, clock.now());
      return nameOfInput(digest, file.name);
    },
    async *fetchOutput(file: OutputFile, options?: CallOptions): AsyncIterable<Uint8Array> {
      const { address, subfolder, filename } = file;
      const digest = digestIn(address) ?? digestIn(subfolder) ?? digestOfInput(filename);
      if (digest === undefined) throw fault("BACKEND_FILE_GONE", { filename, status: "not in the store" });
      yield* store.get(digest, options);
    },
  };
}

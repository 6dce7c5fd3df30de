// How a prompt has ended, as it is kept in Redis; a long one is in the store.

import type { CallOptions, NodeError, PromptState } from "@pictor/kernel/plugin";
import { bytesOf, isDigest, type ContentStore } from "../store/store.js";
import { pack, unpack } from "./packing.js";

/** The states that are endings. */
export type Verdict = Extract<
  PromptState,
  { readonly state: "succeeded" | "interrupted" | "failed" | "lost" }
>;

const longestInline = 16_000;
const inlineMark = Buffer.from([0]);

/** A verdict that is short, which needs no store. */
export const writeShortVerdict = (verdict: Verdict): Buffer => Buffer.concat([inlineMark, pack(verdict)]);

export async function writeVerdict(verdict: Verdict, store: ContentStore): Promise<Buffer> {
  const written = writeShortVerdict(verdict);
  return written.length <= longestInline ? written : Buffer.from(await store.put([written.subarray(1)]));
}

export async function readVerdict(
  value: Buffer,
  store: ContentStore,
  options?: CallOptions,
): Promise<Verdict> {
  if (value[0] === inlineMark[0]) return unpack(value.subarray(1)) as Verdict;
  const digest = value.toString("latin1");
  if (!isDigest(digest)) throw new Error("the verdict is neither packed nor in the store");
  return unpack(await bytesOf(store.get(digest, options))) as Verdict;
}

export const lost = (reason: string): Verdict => ({ state: "lost", reason });
export const failed = (error: NodeError): Verdict => ({ state: "failed", outputs: [], error });

// How a prompt has ended, as JSON that programs which show queues can show; a long verdict is in the store.

import {
  isRecord,
  isString,
  type CallOptions,
  type NodeError,
  type PromptState,
} from "@pictor/kernel/plugin";
import { bytesOf, isDigest, type ContentStore } from "../store/store.js";
import { pack, unpack } from "./packing.js";

/** The states that are endings. */
export type Verdict = Extract<
  PromptState,
  { readonly state: "succeeded" | "interrupted" | "failed" | "lost" }
>;

/** A verdict as it is kept in Redis. */
export type KeptVerdict = Verdict | { readonly state: Verdict["state"]; readonly body: string };

const longestInline = 16_000;
const states: readonly unknown[] = [
  "succeeded",
  "interrupted",
  "failed",
  "lost",
] satisfies Verdict["state"][];

/** Rejects as the store does. */
export async function keepVerdict(verdict: Verdict, store: ContentStore): Promise<KeptVerdict> {
  if (JSON.stringify(verdict).length <= longestInline) return verdict;
  return { state: verdict.state, body: await store.put([pack(verdict)]) };
}

/** Reads a verdict. Rejects as the store does, or if the value is none. */
export async function readVerdict(
  kept: unknown,
  store: ContentStore,
  options?: CallOptions,
): Promise<Verdict> {
  if (!isRecord(kept) || !states.includes(kept["state"])) throw new TypeError("the verdict has no state");
  const { body } = kept;
  if (isString(body) && isDigest(body)) return unpack(await bytesOf(store.get(body, options))) as Verdict;
  return kept as unknown as Verdict;
}

/** Why a prompt has failed or is lost, in a sentence. */
export function reasonOfVerdict(verdict: KeptVerdict): string {
  if ("reason" in verdict) return verdict.reason;
  return "error" in verdict ? verdict.error.message : verdict.state;
}

/** Whether a verdict ends its job as failed. */
export const isFailure = ({ state }: Pick<Verdict, "state">): boolean =>
  state === "failed" || state === "lost";

export const lost = (reason: string): Verdict => ({ state: "lost", reason });
export const failed = (error: NodeError): Verdict => ({ state: "failed", outputs: [], error });

// From the prompt that a person wrote to what is encoded, what is recorded, and the networks.

import { encode } from "./encode.js";
import { parsePrompt } from "./parse.js";
import type { Problem, Refused } from "./problem.js";
import { resolveParts, type Sources } from "./resolve.js";
import type { Network } from "./syntax.js";
import { write } from "./write.js";

export interface ResolvedPrompt {
  /** What the text encoder gets. */
  readonly encoded: string;
  /** What a person writes to get exactly this again: no choices, wildcards and comments are left. */
  readonly written: string;
  /** In the order of the text. */
  readonly networks: readonly Network[];
}

/** What is encoded is read from what is written, so that the two cannot differ. */
export async function resolvePrompt(text: string, sources: Sources): Promise<ResolvedPrompt | Refused> {
  const parsed = parsePrompt(text);
  if ("problem" in parsed) return parsed;
  const resolved = await resolveParts(parsed.parts, sources);
  if ("problem" in resolved) return resolved;
  const written = write(resolved.pieces);
  const again = parsePrompt(written);
  if ("problem" in again) throw unreadable(again.problem);
  const { text: encoded, networks } = encode(again.parts);
  return { encoded, written, networks };
}

const unreadable = ({ kind, start }: Problem): Error =>
  new TypeError(`the resolved prompt cannot be read again: ${kind} at ${start}`);

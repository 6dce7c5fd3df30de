// Resolves the parts of a prompt: makes the choices and fills in the wildcards.

import type { BuildContext } from "@pictor/kernel/plugin";
import type { ChooseIndex } from "./choose-index.js";
import { removedPiece, type PromptPiece, type PromptPieces } from "./join-pieces.js";
import { parsePrompt } from "./parse-prompt.js";
import { promptFailure, type PromptFailure } from "./prompt-problem.js";
import type { PromptPart, WildcardReference } from "./prompt-syntax.js";
import type { ReadWildcard } from "./wildcards.js";

export interface ResolveOptions {
  readonly chooseIndex: ChooseIndex;
  readonly readWildcard: ReadWildcard;
  /** What a prompt may have: lines that contain two wildcards grow exponentially. */
  readonly limits: Pick<BuildContext["limits"], "promptCharacters" | "promptTags">;
  /** Advice for a prompt with a LoRA; set only if the workflow cannot use LoRAs. */
  readonly noLoraAdvice?: string;
}

/** The position of a part, and what was counted so far. */
interface ResolveState {
  /** Names of the wildcards around the part, from the outermost. */
  readonly wildcards: readonly string[];
  /** The characters that wildcards have produced, and the tags, choices and wildcards of the prompt. */
  readonly produced: { characters: number; tags: number };
}
type ResolvedParts = { readonly pieces: PromptPieces } | PromptFailure;

/** Maximum depth of nested wildcards. */
const maxDepth = 32;

const raise = (setting: string): string => `or raise the setting limits.${setting} of the configuration.`;

export async function resolveParts(
  parts: readonly PromptPart[],
  options: ResolveOptions,
  state: ResolveState = { wildcards: [], produced: { characters: 0, tags: 0 } },
): Promise<ResolvedParts> {
  const pieces: (PromptPiece | typeof removedPiece)[] = [];
  for (const part of parts) {
    const resolved = await resolvePart(part, options, state);
    if ("problem" in resolved) return resolved;
    for (const piece of resolved.pieces) pieces.push(piece);
  }
  return { pieces };
}

/** An option or line without content leaves a gap, which is closed together with one separator. */
const orRemoved = (resolved: ResolvedParts): ResolvedParts =>
  "pieces" in resolved && resolved.pieces.length === 0 ? { pieces: [removedPiece] } : resolved;

async function resolvePart(
  part: PromptPart,
  options: ResolveOptions,
  state: ResolveState,
): Promise<ResolvedParts> {
  const { promptTags } = options.limits;
  if (part.kind !== "text" && ++state.produced.tags > promptTags) {
    const found = `more than ${promptTags} LoRAs, embeddings, choices and wildcards`;
    return promptFailure("too-many", part, found, "fewer", `Use fewer, ${raise("promptTags")}`);
  }
  switch (part.kind) {
    case "text":
      return { pieces: [{ text: part.source, isAtomic: false }] };
    case "lora":
      if (options.noLoraAdvice !== undefined) {
        const found = `the LoRA "${part.name}"`;
        return promptFailure("networks-unusable", part, found, "no LoRA", options.noLoraAdvice);
      }
      return { pieces: [{ text: part.source, isAtomic: true }] };
    case "embedding":
      return { pieces: [{ text: part.source, isAtomic: true }] };
    case "choice": {
      const chosen = part.options[options.chooseIndex(part.options.map(({ weight }) => weight))];
      return orRemoved(await resolveParts(chosen?.parts ?? [], options, state));
    }
    case "wildcard":
      return resolveWildcard(part, options, state);
  }
}

async function resolveWildcard(
  part: WildcardReference,
  options: ResolveOptions,
  { wildcards, produced }: ResolveState,
): Promise<ResolvedParts> {
  const { name } = part;
  const found = `the wildcard "${name}"`;
  if (wildcards.includes(name)) {
    const cycle = [...wildcards.slice(wildcards.indexOf(name)), name].join(" > ");
    const advice = `Remove the name from one of these files: ${cycle}.`;
    return promptFailure("wildcard-cycle", part, `${found} inside itself`, "no cycle", advice);
  }
  if (wildcards.length >= maxDepth) {
    const advice = `The nested wildcards are ${wildcards.join(" > ")}.`;
    return promptFailure("too-deep", part, found, `at most ${maxDepth} nested wildcards`, advice);
  }
  const file = await options.readWildcard(name);
  if ("kind" in file) return promptFailure(file.kind, part, found, file.expected, file.advice);
  const line = file.lines[options.chooseIndex(file.lines.map(({ weight }) => weight))];
  if (line === undefined) return { pieces: [removedPiece] };
  produced.characters += line.text.length;
  const { promptCharacters } = options.limits;
  if (produced.characters > promptCharacters) {
    const expected = `wildcards with at most ${promptCharacters} characters in all`;
    const advice = `Use fewer wildcards or shorter lines, ${raise("promptCharacters")}`;
    return promptFailure("too-long", part, found, expected, advice);
  }
  const parsed = parsePrompt(line.text);
  const inner = { wildcards: [...wildcards, name], produced };
  const resolved = "problem" in parsed ? parsed : await resolveParts(parsed.parts, options, inner);
  if (!("problem" in resolved)) return orRemoved(resolved);
  // The problem is in the wildcard file, but the span is that of the wildcard, because an error can show only the prompt.
  const { problem } = resolved;
  const foundInFile = `${problem.found} at line ${line.number} of ${found}`;
  return promptFailure(problem.kind, part, foundInFile, problem.expected, problem.advice);
}

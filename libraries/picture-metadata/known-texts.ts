// Out of all texts of a picture, those that programs are known to write, under the names that they use for them.

import type { PictureMetadata } from "./types.js";

export type KnownTexts = Pick<PictureMetadata, "parameters" | "prompt" | "workflow" | "smproj">;

/** Enough for what has a name of its own; graphs may hold what is not quite JSON, such as NaN. */
const isObjectText = (text: string): boolean => /^\s*\{\s*["}]/.test(text);
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

const graphText = (value: unknown): string | undefined => {
  if (typeof value === "string") return isObjectText(value) ? value : undefined;
  return isObject(value) ? JSON.stringify(value) : undefined;
};

const defined = (found: Readonly<Record<string, string | undefined>>): KnownTexts =>
  Object.fromEntries(Object.entries(found).filter(([, text]) => text !== undefined));

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Some write a graph as the comment: the graph itself, or both graphs under the names that servers use. */
function graphsIn(comment: string): Pick<KnownTexts, "prompt" | "workflow"> {
  const found = parsed(comment);
  if (!isObject(found)) return {};
  const isGraph = Object.values(found).some((value) => isObject(value) && "class_type" in value);
  return defined({
    prompt: isGraph ? comment : graphText(found["prompt"]),
    workflow: graphText(found["workflow"]),
  });
}

/** A text that should be JSON and is not counts as absent; `texts` of the picture still has it. */
export function knownTexts(texts: ReadonlyMap<string, string>): KnownTexts {
  const all = (...names: readonly string[]): readonly string[] =>
    names.flatMap((name) => texts.get(name) ?? []).filter((text) => text.trim() !== "");
  const comments = all("user_comment", "UserComment");
  const graphs = graphsIn(comments.find(isObjectText) ?? "");
  return defined({
    // A prompt may well begin with a brace.
    parameters: all("parameters")[0] ?? comments.find((text) => !isObject(parsed(text))),
    prompt: all("prompt", "Prompt").find(isObjectText) ?? graphs.prompt,
    workflow: all("workflow", "Workflow").find(isObjectText) ?? graphs.workflow,
    smproj: all("smproj", "Software").find((text) => isObjectText(text) && text.includes('"ProjectType"')),
  });
}

// Selects the texts that known programs write, out of all texts of an image.

import { parseJsonOrUndefined, stringifyJson, withoutUndefined } from "@pictor/kernel/plugin";
import type { ImageMetadata } from "./image-metadata.js";

export type KnownTexts = Pick<ImageMetadata, "parameters" | "prompt" | "workflow" | "smproj">;

/** Checks the beginning only, because a graph may contain `NaN`, which is not JSON. */
const looksLikeJsonObject = (text: string): boolean => /^\s*\{\s*["}]/.test(text);
const isObjectOrList = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

const graphText = (value: unknown): string | undefined => {
  if (typeof value === "string") return looksLikeJsonObject(value) ? value : undefined;
  return isObjectOrList(value) ? stringifyJson(value) : undefined;
};

/** The graphs in a comment. Some programs write the graph itself, others an object with `prompt` and `workflow`. */
function graphsIn(comment: string): Pick<KnownTexts, "prompt" | "workflow"> {
  const value = parseJsonOrUndefined(comment);
  if (!isObjectOrList(value)) return {};
  const isGraph = Object.values(value).some((node) => isObjectOrList(node) && "class_type" in node);
  return withoutUndefined({
    prompt: isGraph ? comment : graphText(value["prompt"]),
    workflow: graphText(value["workflow"]),
  });
}

/** Leaves out a text that is not JSON although it should be; such a text remains in `texts` of the metadata. */
export function selectKnownTexts(texts: ReadonlyMap<string, string>): KnownTexts {
  const textsOf = (...keywords: readonly string[]): readonly string[] =>
    keywords.flatMap((keyword) => texts.get(keyword) ?? []).filter((text) => text.trim() !== "");
  const comments = textsOf("user_comment", "UserComment");
  // Programs that make videos write the graphs into the comment of the file.
  const graphs = graphsIn([...comments, ...textsOf("comment")].find(looksLikeJsonObject) ?? "");
  const isProject = (text: string): boolean => looksLikeJsonObject(text) && text.includes('"ProjectType"');
  return withoutUndefined({
    // Parses the whole comment, because a prompt may begin with a brace.
    parameters:
      textsOf("parameters")[0] ?? comments.find((text) => !isObjectOrList(parseJsonOrUndefined(text))),
    prompt: textsOf("prompt", "Prompt").find(looksLikeJsonObject) ?? graphs.prompt,
    workflow: textsOf("workflow", "Workflow").find(looksLikeJsonObject) ?? graphs.workflow,
    smproj: textsOf("smproj", "Software").find(isProject),
  });
}

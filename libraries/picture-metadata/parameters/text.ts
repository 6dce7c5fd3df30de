// The whole `parameters` text: prompt, negative prompt, settings.

import { fieldsText, parseFields } from "./fields.js";
import type { Parameters } from "./types.js";

const negativeMark = "Negative prompt:";
/** What a line of settings begins with: `Steps` in most programs' texts, another of these where there are no steps. */
const settingsStart = /^(Steps|Sampler|Schedule type|CFG scale|Distilled CFG Scale|Seed|Size|Model)\s*:/;

/** The last line of settings. What follows it, such as the template that some add, says nothing of the picture. */
function findSettings(lines: readonly string[]): number {
  const last = lines.findLastIndex((line) => line.trim() !== "");
  if (settingsStart.test(lines[last]?.trimStart() ?? "")) return last;
  const steps = lines.findLastIndex((line) => /^\s*Steps\s*:/.test(line));
  return steps >= 0 ? steps : lines.length;
}

/**
 * Reads any text, and says what it finds: without a line of settings there are no fields, without the mark no negative
 * prompt. Both prompts may have several lines.
 */
export function parseParameters(text: string): Parameters {
  const lines = text.replace(/\r\n?/g, "\n").split("\n");
  const settings = findSettings(lines);
  const prompts = lines.slice(0, settings);
  const mark = prompts.findIndex((line) => line.trimStart().startsWith(negativeMark));
  const [positive, negative] = mark < 0 ? [prompts, []] : [prompts.slice(0, mark), prompts.slice(mark)];
  return {
    positive: positive.join("\n").trim(),
    negative: negative.join("\n").trim().slice(negativeMark.length).trim(),
    fields: parseFields(lines[settings] ?? ""),
  };
}

/** Writes what `parseParameters` reads: a part each, in lines of its own; an empty one is left out. */
export function parametersText({ positive, negative, fields }: Parameters): string {
  const lines = [positive, negative === "" ? "" : `${negativeMark} ${negative}`, fieldsText(fields)];
  return lines.filter((line) => line !== "").join("\n");
}

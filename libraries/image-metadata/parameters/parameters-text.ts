// Parses and formats the `parameters` text of the AUTOMATIC1111 web UI: prompt, negative prompt, settings.

import { formatSettingsLine, parseSettingsLine } from "./settings-line.js";

/** Prompts and settings in the format of the AUTOMATIC1111 web UI, which most programs and image sites read. */
export interface GenerationParameters {
  readonly positive: string;
  /** The negative prompt; empty when the text has none. */
  readonly negative: string;
  /** Field names of the web UI, such as `Steps` or `CFG scale`, to unquoted values, in the order of the text. */
  readonly fields: Readonly<Record<string, string>>;
}

const negativeLabel = "Negative prompt:";
/** A line of settings starts with `Steps` in most programs, and with another of these fields in the others. */
const settingsStart = /^(Steps|Sampler|Schedule type|CFG scale|Distilled CFG Scale|Seed|Size|Model)\s*:/;

/** Index of the last line of settings. Lines after it, such as the prompt template of an extension, are ignored. */
function findSettingsLine(lines: readonly string[]): number {
  const last = lines.findLastIndex((line) => line.trim() !== "");
  if (settingsStart.test(lines[last]?.trimStart() ?? "")) return last;
  const steps = lines.findLastIndex((line) => /^\s*Steps\s*:/.test(line));
  return steps >= 0 ? steps : lines.length;
}

/**
 * Parses any text. A text without a line of settings has no fields, and one without the label `Negative prompt:` has no
 * negative prompt. Both prompts may have several lines.
 */
export function parseParameters(text: string): GenerationParameters {
  const lines = text.replace(/\r\n?/g, "\n").split("\n");
  const settings = findSettingsLine(lines);
  const prompts = lines.slice(0, settings);
  const label = prompts.findIndex((line) => line.trimStart().startsWith(negativeLabel));
  const [positive, negative] = label < 0 ? [prompts, []] : [prompts.slice(0, label), prompts.slice(label)];
  return {
    positive: positive.join("\n").trim(),
    negative: negative.join("\n").trim().slice(negativeLabel.length).trim(),
    fields: parseSettingsLine(lines[settings] ?? ""),
  };
}

/** Formats the text that `parseParameters` parses. An empty prompt has no line. */
export function formatParameters({ positive, negative, fields }: GenerationParameters): string {
  const lines = [positive, negative === "" ? "" : `${negativeLabel} ${negative}`, formatSettingsLine(fields)];
  return lines.filter((line) => line !== "").join("\n");
}

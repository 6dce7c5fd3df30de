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

/**
 * A line with a field, where each field has a line of its own. The templates of Dynamic Prompts follow the settings and
 * are prompts.
 */
const isField = (line: string): boolean =>
  /^\s*"?[A-Z][\w +-]{0,40}:\s*\S/.test(line) && !/^\s*(?:Negative )?(?:Template|prompt)\s*:/.test(line);

/**
 * Where the settings begin and end. They are in one line, which some programs break. Lines after it, such as the prompt
 * template of an extension, are ignored.
 */
function findSettings(lines: readonly string[]): readonly [start: number, end: number] {
  const endFrom = (start: number): number => {
    const next = lines.findIndex((line, at) => at > start && !isField(line));
    return next < 0 ? lines.length : next;
  };
  const last = lines.findLastIndex((line) => line.trim() !== "");
  const steps = lines.findLastIndex((line) => /^\s*Steps\s*:/.test(line));
  const isLast = settingsStart.test(lines[last]?.trimStart() ?? "");
  if (isLast && (steps < 0 || endFrom(steps) <= last)) return [last, last + 1];
  return steps >= 0 ? [steps, endFrom(steps)] : [lines.length, lines.length];
}

/** The beginning of the settings where it is not that of a line. */
const settingsInside = /Steps: \d+, (?:Sampler|Schedule type|CFG scale|Seed|Size): /.source;
const beforeSettings = new RegExp(`\\s${settingsInside}`);
const beforeLabels = new RegExp(`(?<!\\s)\\s+(?=${negativeLabel}|${settingsInside})`, "g");

/** A text whose line ends became spaces: the labels in it begin lines again. */
const withLineEnds = (text: string): string =>
  beforeSettings.test(text) ? text.replace(beforeLabels, "\n") : text;

/**
 * Parses any text. A text without a line of settings has no fields, and one without the label `Negative prompt:` has no
 * negative prompt. Both prompts may have several lines.
 */
export function parseParameters(text: string): GenerationParameters {
  const given = text.replace(/\r\n?/g, "\n").split("\n");
  const lines = findSettings(given)[0] < given.length ? given : withLineEnds(given.join("\n")).split("\n");
  const [start, end] = findSettings(lines);
  const prompts = lines.slice(0, start);
  const label = prompts.findIndex((line) => line.trimStart().startsWith(negativeLabel));
  const [positive, negative] = label < 0 ? [prompts, []] : [prompts.slice(0, label), prompts.slice(label)];
  return {
    positive: positive.join("\n").trim(),
    negative: negative.join("\n").trim().slice(negativeLabel.length).trim(),
    fields: parseSettingsLine(lines.slice(start, end).join(", ")),
  };
}

/** Formats the text that `parseParameters` parses. An empty prompt has no line. */
export function formatParameters({ positive, negative, fields }: GenerationParameters): string {
  const lines = [positive, negative === "" ? "" : `${negativeLabel} ${negative}`, formatSettingsLine(fields)];
  return lines.filter((line) => line !== "").join("\n");
}

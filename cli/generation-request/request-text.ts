// A generation request as lines for the user. The values, which come from files that others wrote, are made safe for a terminal.

import type { Json, Project } from "@pictor/image-metadata";
import type { Paint } from "../output/terminal.js";
import { oneLine, plainJson, plainText } from "../text/plain-text.js";
import { table } from "../text/table.js";

const indent = (text: string): string =>
  plainText(text)
    .split("\n")
    .map((line) => `  ${line}`)
    .join("\n");
const valueText = (value: Json): string => (typeof value === "string" ? oneLine(value) : plainJson(value));

/** Prompts are printed whole, under a heading; empty ones are left out. */
function promptLines(params: Project["params"], paint: Paint): readonly string[] {
  const titles = { prompt: "Prompt", negative: "Negative prompt" } as const;
  return Object.entries(titles).flatMap(([name, title]) => {
    const text = params[name];
    return typeof text === "string" && text !== "" ? [paint.bold(title), indent(text)] : [];
  });
}

/** Prompts, settings and features. Everything but the prompts is at most `width` columns wide. */
export function requestLines(
  { workflow, params, features, count }: Project,
  paint: Paint,
  width?: number,
): readonly string[] {
  const settings = Object.entries(params).filter(([name]) => name !== "prompt" && name !== "negative");
  const rows = settings.map(([name, value]) => [oneLine(name), valueText(value)]);
  const featureRows = features.map(({ id, settings: own }) => [oneLine(id), plainJson(own)]);
  return [
    ...promptLines(params, paint),
    paint.bold(`Settings of ${oneLine(workflow)}`),
    ...(rows.length === 0 ? ["  none"] : [table(rows, "  ", width)]),
    ...(featureRows.length === 0 ? [] : [paint.bold("Features"), table(featureRows, "  ", width)]),
    ...(count > 1 ? [`${paint.bold("Batches")} ${count}`] : []),
  ];
}

// What an image or a project says, as a page for a person. Everything in it comes from a file: made plain.

import { basename } from "node:path";
import {
  sourceKindsIn,
  sourceKindTitles,
  type ImportResult,
  type Json,
  type ImageMetadata,
  type Project,
} from "@pictor/image-metadata";
import { fileSize } from "./file-size.js";
import { oneLine, plainJson, plainText } from "./plain-text.js";
import { shellWord } from "./shell-word.js";
import { table } from "./table.js";
import type { Paint } from "./terminal.js";

const indented = (text: string): string =>
  plainText(text)
    .split("\n")
    .map((line) => `  ${line}`)
    .join("\n");
const valueText = (value: Json): string => (typeof value === "string" ? oneLine(value) : plainJson(value));

/** The prompts have room of their own; an empty one is left out. */
function promptLines(params: Project["params"], paint: Paint): readonly string[] {
  const titles = { prompt: "Prompt", negative: "Negative prompt" } as const;
  return Object.entries(titles).flatMap(([name, title]) => {
    const text = params[name];
    return typeof text === "string" && text !== "" ? [paint.bold(title), indented(text)] : [];
  });
}

/** Prompts, settings and features; `width` columns wide at most, but for the prompts. */
export function requestLines(
  { workflow, params, features, count }: Project,
  paint: Paint,
  width?: number,
): readonly string[] {
  const settings = Object.entries(params).filter(([name]) => name !== "prompt" && name !== "negative");
  const rows = settings.map(([name, value]) => [oneLine(name), valueText(value)]);
  const uses = features.map(({ id, settings: own }) => [oneLine(id), plainJson(own)]);
  return [
    ...promptLines(params, paint),
    paint.bold(`Settings of ${oneLine(workflow)}`),
    ...(rows.length === 0 ? ["  none"] : [table(rows, "  ", width)]),
    ...(uses.length === 0 ? [] : [paint.bold("Features"), table(uses, "  ", width)]),
    ...(count > 1 ? [`${paint.bold("Batches")} ${count}`] : []),
  ];
}

function madeBy({ record }: ImageMetadata, width: number | undefined): readonly string[] {
  if (record === undefined) return [];
  const { name, kind, version, notice } = record.backend;
  const plugins = Object.entries(record.plugins).map(([id, own]) => `${id} ${own}`);
  return table(
    [
      ["backend", oneLine(`${name} (${kind} ${version})${notice === undefined ? "" : `; ${notice}`}`)],
      ["plugins", oneLine(plugins.join(", "))],
    ],
    "  ",
    width,
  ).split("\n");
}

/** `bytes`: of the file. */
export function imagePage(
  path: string,
  bytes: number,
  metadata: ImageMetadata,
  again: ImportResult,
  paint: Paint,
  columns?: number,
): string {
  const { format, width, height, texts, notes } = metadata;
  const kinds = sourceKindsIn(metadata).map((kind) => `${sourceKindTitles[kind]} (${kind})`);
  const head = `${paint.bold(oneLine(basename(path)))}: ${format.toUpperCase()}, ${width} x ${height} pixels, ${fileSize(bytes)}`;
  const texted = Object.entries(texts).map(([key, text]) => `${oneLine(key)} (${text.length})`);
  const rows = [
    ["holds", kinds.join(", ") || "nothing of how it was made"],
    ["texts", texted.join(", ") || "none"],
  ];
  if ("refusal" in again) {
    const { reason, advice } = again.refusal;
    return [
      head,
      table(rows, "  ", columns),
      `It cannot be made again: ${oneLine(reason)}.`,
      `  ${oneLine(advice)}`,
    ].join("\n");
  }
  const { project: request } = again;
  return [
    head,
    table([...rows, ["shown", sourceKindTitles[request.kind]]], "  ", columns),
    ...madeBy(metadata, columns),
    ...requestLines(request, paint, columns),
    ...[...new Set([...notes, ...request.notes])].map((note) => `${paint.yellow("note:")} ${oneLine(note)}`),
    `To make it again: pictor generate --from ${shellWord(path)}`,
  ].join("\n");
}

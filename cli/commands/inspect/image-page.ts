// The metadata of an image as a page for the user. The metadata comes from a file and is made safe for a terminal.

import { basename } from "node:path";
import {
  metadataKindsIn,
  metadataKindTitles,
  type ImageMetadata,
  type ImportResult,
} from "@pictor/image-metadata";
import { requestLines } from "../../generation-request/request-text.js";
import type { Paint } from "../../output/terminal.js";
import { fileSize } from "../../text/file-size.js";
import { oneLine } from "../../text/plain-text.js";
import { shellWord } from "../../text/shell-word.js";
import { table } from "../../text/table.js";

function originLines({ record }: ImageMetadata, width: number | undefined): readonly string[] {
  if (record === undefined) return [];
  const { name, kind, version, notice } = record.backend;
  const plugins = Object.entries(record.plugins).map(([id, pluginVersion]) => `${id} ${pluginVersion}`);
  const backend = `${name} (${kind} ${version})${notice === undefined ? "" : `; ${notice}`}`;
  return [
    table(
      [
        ["backend", oneLine(backend)],
        ["plugins", oneLine(plugins.join(", "))],
      ],
      "  ",
      width,
    ),
  ];
}

export interface InspectedImage {
  readonly path: string;
  /** Size of the file. */
  readonly bytes: number;
  readonly metadata: ImageMetadata;
  /** The request that makes the image again, or the reason why there is none. */
  readonly imported: ImportResult;
}

/** Returns the page, `columns` wide at most. */
export function imagePage(
  { path, bytes, metadata, imported }: InspectedImage,
  paint: Paint,
  columns?: number,
): string {
  const { format, width, height, texts, notes } = metadata;
  const size = width === undefined || height === undefined ? "" : `, ${width} x ${height} pixels`;
  const kinds = metadataKindsIn(metadata).map((kind) => `${metadataKindTitles[kind]} (${kind})`);
  const heading = `${paint.bold(oneLine(basename(path)))}: ${format.toUpperCase()}${size}, ${fileSize(bytes)}`;
  const textSizes = Object.entries(texts).map(([key, text]) => `${oneLine(key)} (${text.length})`);
  const rows = [
    ["holds", kinds.join(", ") || "no record of how it was made"],
    ["texts", textSizes.join(", ") || "none"],
  ];
  if ("refusal" in imported) {
    const { reason, advice } = imported.refusal;
    const overview = table(rows, "  ", columns);
    return [heading, overview, `It cannot be made again: ${oneLine(reason)}.`, `  ${oneLine(advice)}`].join(
      "\n",
    );
  }
  const { project } = imported;
  return [
    heading,
    table([...rows, ["shown", metadataKindTitles[project.kind]]], "  ", columns),
    ...originLines(metadata, columns),
    ...requestLines(project, paint, columns),
    ...[...new Set([...notes, ...project.notes])].map((note) => `${paint.yellow("note:")} ${oneLine(note)}`),
    `To make it again: pictor generate --from ${shellWord(path)}`,
  ].join("\n");
}

// Imports the project of an image from the preferred kind of its metadata, or from a requested kind.

import type { ImageMetadata } from "./image-metadata.js";
import { importParameters } from "./importers/a1111/import-parameters.js";
import { programs } from "./importers/programs/index.js";
import { importStabilityMatrixProject } from "./importers/stability-matrix/import-project.js";
import { parseParameters } from "./parameters/parameters-text.js";
import { importProjectRecord } from "./project/import-record.js";
import {
  comfyProject,
  metadataKinds,
  type ImportRefusal,
  type ImportResult,
  type MetadataKind,
} from "./project/project.js";

type Program = keyof typeof programs;
const mapPrograms = <Value>(
  map: (program: (typeof programs)[Program]) => Value,
): Readonly<Record<Program, Value>> =>
  Object.fromEntries(
    Object.entries(programs).map(([name, program]) => [name, map(program)]),
  ) as unknown as Readonly<Record<Program, Value>>;

/** Names of the kinds of metadata for messages. */
export const metadataKindTitles: Readonly<Record<MetadataKind, string>> = {
  record: "the record of Pictor",
  "stability-matrix": "a project of Stability Matrix",
  ...mapPrograms(({ title }) => title),
  parameters: "the parameters text (A1111)",
  comfy: "a graph of ComfyUI",
};

/** Returns undefined when the image has no metadata of that kind. */
type Importer = (metadata: ImageMetadata, path: string) => ImportResult | undefined;

const importers: Readonly<Record<MetadataKind, Importer>> = {
  record: ({ record }) => (record === undefined ? undefined : { project: importProjectRecord(record) }),
  "stability-matrix": ({ smproj }) =>
    smproj === undefined ? undefined : importStabilityMatrixProject(smproj),
  ...mapPrograms(({ importFrom }): Importer => ({ texts }) => {
    const project = importFrom(texts);
    return project && { project };
  }),
  parameters: ({ parameters }) => {
    if (parameters === undefined) return undefined;
    const parsed = parseParameters(parameters);
    // Other programs keep descriptions under the same keyword. Prompts that people share may have no settings.
    return Object.keys(parsed.fields).length === 0 && parsed.negative === ""
      ? undefined
      : { project: importParameters(parsed) };
  },
  comfy: ({ prompt, workflow }, path) =>
    prompt === undefined && workflow === undefined ? undefined : { project: comfyProject(path) },
};

/** The kinds of metadata that the image has, in order of preference. */
export const metadataKindsIn = (metadata: ImageMetadata): readonly MetadataKind[] =>
  metadataKinds.filter((kind) => importers[kind](metadata, "") !== undefined);

/**
 * Imports the project that makes the image again. `path` is the path of the image, from which the workflow `custom` reads
 * the graph. `only` restricts the import to one kind of metadata. If metadata of one kind cannot be used, the next kind is
 * tried, and a note says why.
 */
export function projectFromImage(metadata: ImageMetadata, path: string, only?: MetadataKind): ImportResult {
  const refusals: ImportRefusal[] = [];
  for (const kind of only === undefined ? metadataKinds : [only]) {
    const result = importers[kind](metadata, path);
    if (result === undefined) continue;
    if ("refusal" in result) {
      refusals.push(result.refusal);
      continue;
    }
    const unused = refusals.map(({ reason }) => `Not used: ${reason}.`);
    return { project: { ...result.project, notes: [...metadata.notes, ...unused, ...result.project.notes] } };
  }
  return { refusal: refusals[0] ?? noMetadata(metadata, only) };
}

/** Texts of cameras and editors, which say nothing about a generation. */
const plainKeywords = new Set([
  ...[
    "Make",
    "Model",
    "DateTime",
    "Software",
    "Artist",
    "Copyright",
    "Author",
    "Creation Time",
    "date:create",
  ],
  ...["date:modify", "date:timestamp", "XPAuthor", "XPKeywords", "DocumentName"],
]);

function noMetadata(metadata: ImageMetadata, only: MetadataKind | undefined): ImportRefusal {
  const found = metadataKindsIn(metadata).map((kind) => `${metadataKindTitles[kind]} (${kind})`);
  const wanted = (only === undefined ? metadataKinds : [only])
    .map((kind) => metadataKindTitles[kind])
    .join(", ");
  const notes = metadata.notes.length === 0 ? "" : ` ${metadata.notes.join(" ")}`;
  if (found.length > 0) {
    return { reason: `it does not hold ${wanted}`, advice: `It holds ${found.join(", ")}.${notes}` };
  }
  const texts = Object.entries(metadata.texts)
    .filter(([keyword, text]) => !plainKeywords.has(keyword) && text.trim() !== "")
    .map(([keyword, text]) => `${keyword} (${text.length} characters)`);
  const looked = `Pictor looked for ${wanted}.`;
  if (texts.length === 0 && metadata.notes.length > 0)
    return { reason: "its metadata could not be read", advice: `${metadata.notes.join(" ")} ${looked}` };
  if (texts.length > 0) {
    const { Software: software = "" } = metadata.texts;
    const of = software === "" || software.length > 80 ? "" : ` Its program is ${software}.`;
    return {
      reason: "it has no metadata that Pictor can make an image from",
      advice: `It has the texts ${texts.slice(0, 20).join(", ")}.${of} ${looked}${notes}`,
    };
  }
  return {
    reason: "it has no generation metadata",
    advice: `${looked} Programs that edit or share images often remove such metadata.${notes}`,
  };
}

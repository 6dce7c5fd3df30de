// How another program made an image, as a project for the workflow txt2img.

import { fromNetworkSyntax } from "@pictor/prompt-syntax";
import { withoutUndefined } from "@pictor/kernel/plugin";
import { type Json } from "../../base/json.js";
import type { ImportedProject, MetadataKind } from "../../project/project.js";
import type { SamplerAndScheduler } from "../../parameters/sampler-names.js";
import { withLoras, type ForeignLora } from "../foreign-loras.js";
import { invalidNote, samplerNote, withoutSettingNotes } from "../import-notes.js";
import { parseInteger, parseNumber, parseSeed } from "../setting-values.js";

/** What a program wrote, with values as they are in its metadata. Members that are undefined were not written. */
export interface ForeignImage {
  readonly prompt?: unknown;
  readonly negative?: unknown;
  readonly seed?: unknown;
  readonly steps?: unknown;
  readonly cfg?: unknown;
  /** The guidance of Flux models, beside the CFG scale. */
  readonly guidance?: unknown;
  readonly width?: unknown;
  readonly height?: unknown;
  readonly clipSkip?: unknown;
  readonly model?: unknown;
  readonly vae?: unknown;
  /** As the program names it, for a note if there is no counterpart. */
  readonly samplerName?: unknown;
  readonly sampler?: SamplerAndScheduler | undefined;
  readonly loras?: readonly ForeignLora[];
  /** Names of other settings of the program, which the project does not have. */
  readonly unread?: readonly string[];
  readonly notes?: readonly string[];
}

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;

/** The values that could be read, and a note for each that could not. */
function readSettings(image: ForeignImage, notes: string[]): Readonly<Record<string, string | number>> {
  const read = <Value>(
    name: Exclude<keyof ForeignImage, "prompt" | "negative" | "loras">,
    expected: string,
    parse: (given: unknown) => Value | undefined,
  ): Value | undefined => {
    const value = image[name] ?? undefined;
    const parsed = value === undefined ? undefined : parse(value);
    if (value !== undefined && parsed === undefined) notes.push(invalidNote(name, expected, value));
    return parsed;
  };
  const samplerName = textOf(image.samplerName);
  if (image.sampler === undefined && samplerName !== undefined) notes.push(samplerNote(samplerName));
  return withoutUndefined({
    seed: read("seed", "a seed from 0 to 18446744073709551615", parseSeed),
    steps: read("steps", "a whole number", parseInteger),
    cfg: read("cfg", "a number", parseNumber),
    guidance: read("guidance", "a number", parseNumber),
    ...image.sampler,
    width: read("width", "a whole number", parseInteger),
    height: read("height", "a whole number", parseInteger),
    model: textOf(image.model),
    vae: textOf(image.vae),
    clipSkip: read("clipSkip", "a whole number", parseInteger),
  });
}

export function foreignProject(kind: MetadataKind, image: ForeignImage): ImportedProject {
  const notes: string[] = [];
  const positive = fromNetworkSyntax(textOf(image.prompt) ?? "");
  const negative = fromNetworkSyntax(textOf(image.negative) ?? "");
  const settings = readSettings(image, notes);
  const { unread = [] } = image;
  return {
    kind,
    workflow: "txt2img",
    params: { prompt: withLoras(positive.prompt, image.loras ?? []), negative: negative.prompt, ...settings },
    features: [],
    count: 1,
    notes: [
      ...positive.notes,
      ...negative.notes,
      ...notes,
      ...(image.notes ?? []),
      ...withoutSettingNotes(unread),
    ],
  };
}

const isEmpty = (value: Json | undefined): boolean =>
  value === undefined ||
  value === null ||
  value === "" ||
  value === false ||
  (typeof value === "object" && Object.keys(value).length === 0);

/** By what an image has here: the name of the member with its value. */
type MemberNames = Readonly<Partial<Record<keyof ForeignImage, string>>>;

/**
 * Reads the members by their names. Those that have a value and are neither named nor among `others`, which are read elsewhere
 * or say nothing about the image, are unread.
 */
export const readMembers = (
  members: Readonly<Record<string, Json>>,
  names: MemberNames,
  others: readonly string[],
): ForeignImage & { readonly unread: readonly string[] } => {
  const read = new Set([...Object.values(names), ...others]);
  return {
    ...Object.fromEntries(Object.entries(names).map(([name, member]) => [name, members[member]])),
    unread: Object.keys(members).filter((name) => !read.has(name) && !isEmpty(members[name])),
  };
};

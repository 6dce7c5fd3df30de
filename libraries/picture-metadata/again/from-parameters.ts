// The `parameters` text as a request for txt2img.

import { samplerOf } from "../parameters/sampler-names.js";
import type { Parameters } from "../parameters/types.js";
import { hiresFix, hiresFields } from "./hires.js";
import { known, numberOf, seedOf, sizeOf, wholeOf } from "./numbers.js";
import type { AgainRequest } from "./types.js";

/** Told of a field that is there and cannot be read. */
type Unread = (name: string, expected: string) => void;

/** Settings that have a field of their own. */
function settingsOf(fields: Parameters["fields"], unread: Unread) {
  const taken = <Value>(name: string, read: (text: string) => Value | undefined, expected: string) => {
    const text = fields[name];
    const value = text === undefined ? undefined : read(text);
    if (text !== undefined && value === undefined) unread(name, expected);
    return value;
  };
  const sampler = fields["Sampler"];
  const size = taken("Size", sizeOf, "a width and a height, such as 768x512");
  return known<string | number>({
    seed: taken("Seed", seedOf, "a seed from 0 to 18446744073709551615"),
    steps: taken("Steps", wholeOf, "a whole number"),
    cfg: taken("CFG scale", numberOf, "a number"),
    ...(sampler === undefined ? {} : samplerOf(sampler, fields["Schedule type"])),
    ...size,
    model: fields["Model"],
    vae: vaeOf(fields["VAE"]),
    clipSkip: taken("Clip skip", wholeOf, "a whole number"),
    guidance: taken("Distilled CFG Scale", numberOf, "a number"),
  });
}

/** What that program writes where it leaves the choice to itself. */
const vaeOf = (name: string | undefined): string | undefined =>
  name === undefined || /^(none|automatic|)$/i.test(name) ? undefined : name;

const used = new Set([
  ...["Seed", "Steps", "CFG scale", "Sampler", "Schedule type", "Size", "Model", "VAE", "Clip skip"],
  "Distilled CFG Scale",
]);

/**
 * Prompts keep their networks (`<lora:name:1>`), and names of files stay without folder and ending: both are resolved
 * when the graph is built. A picture made from another one is noted: that one is not in the text.
 */
export function fromParameters({ positive, negative, fields }: Parameters): AgainRequest {
  const notes: string[] = [];
  const unread: Unread = (name, expected) => {
    notes.push(`"${name}" was left out: expected is ${expected}, found "${fields[name] ?? ""}".`);
  };
  const settings = settingsOf(fields, unread);
  const hires = hiresFix(fields);
  if (hires === undefined && fields["Denoising strength"] !== undefined) {
    notes.push(
      `"Denoising strength" was left out: it belongs to a picture that was changed, which is not in the text; see the workflow img2img.`,
    );
  }
  const rest = Object.keys(fields).filter((name) => !used.has(name) && !hiresFields.has(name));
  if (rest.length > 0) notes.push(`Not taken over, as no setting stands for it: ${rest.join(", ")}.`);
  return {
    kind: "parameters",
    workflow: "txt2img",
    params: { prompt: positive, negative, ...settings },
    features: hires === undefined ? [] : [{ id: "hires-fix", settings: hires }],
    count: 1,
    notes,
  };
}

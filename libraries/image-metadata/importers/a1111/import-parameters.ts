// Imports the `parameters` text of the AUTOMATIC1111 web UI as a project for the workflow txt2img.

import { fromNetworkSyntax } from "@pictor/prompt-syntax";
import { withoutUndefined } from "@pictor/kernel/plugin";
import type { GenerationParameters } from "../../parameters/parameters-text.js";
import type { ImportedProject } from "../../project/project.js";
import { loraOf, withLoras } from "../foreign-loras.js";
import { invalidNote, withoutSettingNotes } from "../import-notes.js";
import { samplerInParameters } from "../programs/samplers.js";
import { parseInteger, parseNumber, parseSeed, parseSize, vaeOf } from "../setting-values.js";
import { hiresFieldNames, importHiresFix } from "./hires-fix.js";

type ParameterFields = GenerationParameters["fields"];

/** Called for a field whose value does not have the expected form. */
type OnInvalidField = (name: string, expected: string) => void;

function settingsOf(fields: ParameterFields, onInvalid: OnInvalidField) {
  const parse = <Value>(name: string, parser: (text: string) => Value | undefined, expected: string) => {
    const text = fields[name];
    const value = text === undefined ? undefined : parser(text);
    if (text !== undefined && value === undefined) onInvalid(name, expected);
    return value;
  };
  // SD.Next writes "Default" for the sampler of the model, and the site of Civitai "Undefined" for one that it does not tell.
  const named = (name: string): string | undefined => (name === "Undefined" ? undefined : name);
  const sampler = parse("Sampler", named, "the name of a sampler");
  return withoutUndefined({
    seed: parse("Seed", parseSeed, "a seed from 0 to 18446744073709551615"),
    steps: parse("Steps", parseInteger, "a whole number"),
    cfg: parse("CFG scale", parseNumber, "a number"),
    ...(sampler === undefined || sampler === "Default"
      ? {}
      : samplerInParameters(sampler, fields["Schedule type"])),
    ...parse("Size", parseSize, "a width and a height, such as 768x512"),
    model: fields["Model"],
    vae: vaeOf(fields["VAE"]),
    clipSkip: parse("Clip skip", parseInteger, "a whole number"),
    guidance: parse("Distilled CFG Scale", parseNumber, "a number"),
  });
}

const importedFieldNames: ReadonlySet<string> = new Set([
  "Seed",
  "Steps",
  "CFG scale",
  "Sampler",
  "Schedule type",
  "Size",
  "Model",
  "VAE",
  "Clip skip",
  "Distilled CFG Scale",
  "Lora weights",
  ...hiresFieldNames,
]);

const namesInLowerCase: ReadonlyMap<string, string> = new Map(
  [...importedFieldNames].map((name) => [name.toLowerCase(), name]),
);

/**
 * The fields that have a value, with their names as the web UI writes them: programs of the AI Horde write `model`, and
 * nodes that save images write `Model: ` for one that they do not know.
 */
function withKnownNames(fields: ParameterFields): ParameterFields {
  const filled = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ""));
  return Object.fromEntries(
    Object.entries(filled).map(([name, value]) => {
      const known = namesInLowerCase.get(name.toLowerCase()) ?? name;
      return [Object.hasOwn(filled, known) ? name : known, value];
    }),
  );
}

/**
 * LoRA tags (`<lora:name:1>`) stay in the prompts, whose other text is escaped, and file names stay without folder and
 * extension: the graph builder resolves both. The text does not name the start image of img2img, so a note says that it
 * is missing.
 */
export function importParameters({ positive, negative, ...given }: GenerationParameters): ImportedProject {
  const fields = withKnownNames(given.fields);
  const [prompt, negativePrompt] = [fromNetworkSyntax(positive), fromNetworkSyntax(negative)];
  // Fooocus names the LoRAs in a field instead of the prompt: `name: 0.5, other: 1`.
  const loras = (fields["Lora weights"] ?? "").split(",").flatMap(loraOf);
  const notes: string[] = [...prompt.notes, ...negativePrompt.notes];
  const settings = settingsOf(fields, (name, expected) => {
    notes.push(invalidNote(name, expected, fields[name] ?? ""));
  });
  const hiresFix = importHiresFix(fields);
  if (hiresFix === undefined && fields["Denoising strength"] !== undefined) {
    notes.push(
      `"Denoising strength" was left out: the image was made from another image, which the text does not name. Use the workflow img2img with that image.`,
    );
  }
  const unknown = Object.keys(fields).filter((name) => !importedFieldNames.has(name));
  notes.push(...withoutSettingNotes(unknown));
  return {
    kind: "parameters",
    workflow: "txt2img",
    params: { prompt: withLoras(prompt.prompt, loras), negative: negativePrompt.prompt, ...settings },
    features: hiresFix === undefined ? [] : [{ id: "hires-fix", settings: hiresFix }],
    count: 1,
    notes,
  };
}

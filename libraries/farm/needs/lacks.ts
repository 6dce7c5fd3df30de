// What a server lacks of the needs of a graph. Pure.

import type { Catalog } from "@pictor/kernel/plugin";
import { isServerChoice } from "./model-inputs.js";
import type { ChoiceNeed, Needs } from "./needs.js";

/** Something that a graph needs and that a server does not have. */
export type Lack =
  { readonly type: "class"; readonly class: string } | ({ readonly type: "choice" } & ChoiceNeed);

function offers(catalog: Catalog, { class: name, input, value }: ChoiceNeed): boolean {
  const spec = catalog.get(name)?.inputs.find((one) => one.name === input);
  if (spec === undefined || !isServerChoice(spec)) return true;
  return (spec.options ?? []).some((option) => String(option) === value);
}

/** What a server with this catalog lacks. Empty: the server can run the graph. */
export function lacksOf({ classes, choices }: Needs, catalog: Catalog): readonly Lack[] {
  return [
    ...classes.filter((name) => !catalog.has(name)).map((name) => ({ type: "class", class: name }) as const),
    ...choices.filter((need) => !offers(catalog, need)).map((need) => ({ type: "choice", ...need }) as const),
  ];
}

/** A lack in words: `the class FaceDetailer`, or `"a.safetensors" for ckpt_name of CheckpointLoaderSimple`. */
export const describeLack = (lack: Lack): string =>
  lack.type === "class"
    ? `the class ${lack.class}`
    : `${JSON.stringify(lack.value)} for ${lack.input} of ${lack.class}`;

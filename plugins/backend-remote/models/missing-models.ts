// The model files that graphs name and the lists of a server do not have. Pure.

import type { Catalog, ModelFile, WorkflowDraft } from "@pictor/kernel/plugin";

type Draft = Pick<WorkflowDraft, "graph" | "models">;

/** A server on Windows lists its files with backslashes. */
const withSlashes = (name: unknown): string => String(name).replaceAll("\\", "/");

function isMissing({ graph }: Draft, { name }: ModelFile, catalog: Catalog): boolean {
  return Object.values(graph).some(({ class_type: nodeClass, inputs }) =>
    Object.entries(inputs).some(([input, value]) => {
      if (typeof value !== "string" || withSlashes(value) !== name) return false;
      const options = catalog.get(nodeClass)?.inputs.find((spec) => spec.name === input)?.options;
      return options !== undefined && !options.some((option) => withSlashes(option) === name);
    }),
  );
}

/** Each file once. Inputs of classes that the server lacks say nothing. */
export function missingModels(drafts: readonly Draft[], catalog: Catalog): readonly ModelFile[] {
  const missing = drafts.flatMap((draft) =>
    (draft.models ?? []).filter((model) => isMissing(draft, model, catalog)),
  );
  return [...new Map(missing.map((model) => [`${model.folder}/${model.name}`, model])).values()];
}

/** Whether files of this kind hold numbers alone. Those of others can hold code, which runs when the server loads them. */
export const holdsNoCode = ({ name }: ModelFile): boolean => /\.(?:safetensors|sft|gguf)$/i.test(name);

// The parts of the catalog that the form needs: the workflow of the draft with its settings, and the features that fit
// the workflow.

import type { Feature, SettingsSchema, Workflow } from "@pictor/client";
import { computed } from "@preact/signals";
import { backends, features, knownFeatures, workflowOf, workflows } from "../../api/catalog.js";
import { defaultsOf, settingsSchema } from "../../dialect/schema.js";
import { draft } from "../../draft/current-draft.js";
import { withExample, withWorkflow, type Draft } from "../../draft/draft.js";

const workflowId = computed(() => draft.value.workflow);
/** The workflow of the draft. */
export const workflow = computed((): Workflow | undefined => workflowOf(workflowId.value));
export const workflowSchema = computed((): SettingsSchema | undefined =>
  workflow.value === undefined ? undefined : settingsSchema(workflow.value.params),
);
export const fittingFeatures = computed((): readonly Feature[] =>
  knownFeatures.value.filter(({ id }) => workflow.value?.features.includes(id) === true),
);

/** Shows another workflow in the form, with the values that it shares with the one before. */
export function showWorkflow(id: string): void {
  const next = workflowOf(id);
  if (next === undefined) return;
  const names = Object.keys(settingsSchema(next.params).properties);
  draft.value = withWorkflow(draft.peek(), id, names, defaultsOf(workflow.peek()?.params));
}

/** Whether the workflow of the form accepts a feature. While the workflow is not known, every feature counts as accepted. */
export const isFitting = (id: string): boolean => workflow.value?.features.includes(id) ?? true;

/** The draft without the features that its workflow does not accept: they stay in the form, but are not sent. */
export const sentDraft = (): Draft => ({
  ...draft.value,
  features: draft.value.features.filter(({ id }) => isFitting(id)),
});

/** Reads the lists that have not been read yet. At the first visit, the form gets the example of its workflow. */
export async function loadCatalog(): Promise<void> {
  for (const resource of [features, backends]) void resource.need();
  await workflows.need();
  const found = workflow.peek();
  const properties = workflowSchema.peek()?.properties ?? {};
  const names = Object.keys(properties).filter((name) => {
    const field = properties[name];
    return field?.type !== "string" || field.format !== "path";
  });
  if (found?.example !== undefined) draft.value = withExample(draft.peek(), found.example, names);
}

// The presets on the server, and the user's actions on them. Each action can be undone.

import type { Preset } from "@pictor/client";
import { createResource } from "../../api/resource.js";
import { calls, onServerEvent } from "../../api/session.js";
import { draft } from "../../draft/current-draft.js";
import { presetOf, withFormValues, withPreset } from "../../draft/form-values.js";
import { settingsSchema } from "../../dialect/schema.js";
import { showToast } from "../../parts/toasts.js";
import { knownWorkflows } from "../base/catalog.js";
import { formError, formFaults } from "../form/submission.js";

export const presets = createResource(async (signal) => (await calls().listPresets({ signal })).presets);

/** Fills the form with a preset, and offers an undo. */
function fill(next: typeof draft.value, text: string): void {
  const before = draft.value;
  draft.value = next;
  formFaults.value = [];
  formError.value = undefined;
  showToast(text, {
    text: "Undo",
    run: () => {
      draft.value = before;
    },
  });
}

export async function loadPreset(name: string): Promise<void> {
  const preset = await calls().readPreset({ params: { name } });
  fill(withPreset(draft.value, preset), `The preset ${name} is in the form.`);
}

export async function savePreset(name: string, description: string): Promise<void> {
  const body = { ...presetOf(draft.value), ...(description !== "" && { description }) };
  await calls().savePreset({ params: { name }, body });
  showToast(`Saved as ${name}.`);
}

async function restore({ name, savedAtMs: _at, ...body }: Preset): Promise<void> {
  await calls().savePreset({ params: { name }, body });
  await presets.load();
}

export async function deletePreset(name: string): Promise<void> {
  const params = { name };
  const before = await calls().readPreset({ params });
  await calls().deletePreset({ params });
  await presets.load();
  showToast(`The preset ${name} is deleted.`, {
    text: "Undo",
    run: () => void restore(before),
  });
}

const namesOf = (id: string): readonly string[] => {
  const found = knownWorkflows.peek().find((workflow) => workflow.id === id);
  return found === undefined ? [] : Object.keys(settingsSchema(found.params).properties);
};

/** Follows other clients, which save presets and recall values into the open form. Returns a function that stops following. */
export const followForms = (): (() => void) =>
  onServerEvent((event) => {
    if (event.type === "preset") void presets.load();
    if (event.type === "recall")
      fill(withFormValues(draft.value, event.form, namesOf), `${event.by} has filled the form.`);
  });

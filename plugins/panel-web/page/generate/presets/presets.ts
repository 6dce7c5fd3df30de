// The presets on the server, the one that is in the form, and the user's actions on them. Each action can be undone.

import { ApiError, type Preset } from "@pictor/client";
import { workflowOf } from "../../api/catalog.js";
import { shownError } from "../../api/errors.js";
import { isRecord } from "../../api/guards.js";
import { createResource } from "../../api/resource.js";
import { calls, onServerEvent } from "../../api/session.js";
import { draft } from "../../draft/current-draft.js";
import { withDefaults } from "../../draft/draft.js";
import { presetOf, withFormValues, withPreset } from "../../draft/form-values.js";
import { settingsSchema } from "../../dialect/schema.js";
import { showLasting, showToast, showUndo } from "../../parts/toasts.js";
import { storedSignal } from "../../shell/stored.js";
import { formError } from "../form/submission.js";

export const presets = createResource(async (signal) => (await calls().listPresets({ signal })).presets);

/** The preset in the form, as it is stored. The form is its draft. */
export const chosenPreset = storedSignal<Preset | undefined>("preset", undefined, (kept) =>
  isRecord(kept) && typeof kept["name"] === "string" && isRecord(kept["params"])
    ? (kept as unknown as Preset)
    : undefined,
);

/** Fills the form, and offers an undo. */
function fill(next: typeof draft.value, text: string, preset: Preset | undefined): void {
  const before = { draft: draft.value, preset: chosenPreset.value };
  draft.value = next;
  chosenPreset.value = preset;
  formError.value = undefined;
  showUndo(text, () => {
    draft.value = before.draft;
    chosenPreset.value = before.preset;
  });
}

const read = (name: string): Promise<Preset> => calls().readPreset({ params: { name } });

export async function loadPreset(name: string): Promise<void> {
  const preset = await read(name);
  fill(withPreset(draft.value, preset), `The preset ${name} is in the form.`, preset);
}

export function revertToPreset(preset: Preset): void {
  fill(withPreset(draft.value, preset), `The preset ${preset.name} is in the form as it is stored.`, preset);
}

/** Gives every value of the form its default. */
export function resetForm(): void {
  fill(withDefaults(draft.value), "The form has its defaults.", undefined);
}

/** Saves the form as a preset, which is the one in the form from then on. */
export async function savePreset(name: string, description = ""): Promise<void> {
  const form = presetOf(draft.value);
  const body = { ...form, ...(description !== "" && { description }) };
  chosenPreset.value = await calls().savePreset({ params: { name }, body });
  showToast(`Saved as ${name}.`);
}

/** Reads the preset in the form again; if it is gone, the form stays without one. */
async function follow(name: string): Promise<void> {
  if (chosenPreset.peek()?.name !== name) return;
  try {
    const preset = await read(name);
    if (chosenPreset.peek()?.name === name) chosenPreset.value = preset;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) chosenPreset.value = undefined;
  }
}

async function restore({ name, savedAtMs: _at, ...body }: Preset): Promise<void> {
  await calls().savePreset({ params: { name }, body });
  await presets.load();
}

export async function deletePreset(name: string): Promise<void> {
  const before = await read(name);
  await calls().deletePreset({ params: { name } });
  await presets.load();
  showUndo(`The preset ${name} is deleted.`, () => {
    restore(before).catch((error: unknown) => showLasting(shownError(error).text));
  });
}

const namesOf = (id: string): readonly string[] => {
  const found = workflowOf(id);
  return found === undefined ? [] : Object.keys(settingsSchema(found.params).properties);
};

/** Follows other clients, which save presets and recall values into the open form. Returns a function that stops following. */
export const followForms = (): (() => void) =>
  onServerEvent((event) => {
    if (event.type === "preset") {
      void presets.load();
      void follow(event.name);
    }
    if (event.type === "recall")
      fill(
        withFormValues(draft.value, event.form, namesOf),
        `${event.by} has filled the form.`,
        chosenPreset.value,
      );
  });

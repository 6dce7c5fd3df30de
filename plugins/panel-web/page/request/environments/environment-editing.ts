// The environment whose editor is open, the drafts of all environments, and their changes on the server.

import { signal } from "@preact/signals";
import { calls } from "../../api/session.js";
import { createDrafts, newName } from "../../saving/drafts.js";
import { partsOf } from "../../api/pointers.js";
import { randomSuffix, saveWithSecrets } from "../../saving/store-typed.js";
import { environments } from "../variables/environment.js";
import {
  acceptEnvironment,
  bodyOf,
  draftOf,
  emptyEnvironment,
  secretNameOf,
  type EnvironmentDraft,
} from "./environment-draft.js";

/** The name of the environment whose editor is open. */
export const edited = signal<string | undefined>(undefined);

export const environmentDrafts = createDrafts<EnvironmentDraft>("environment-drafts", acceptEnvironment);

/** What the server has; without variables for a new environment, and for one that was deleted meanwhile. */
export function storedEnvironment(name: string): EnvironmentDraft {
  const found = environments.state.value.value?.environments.find((one) => one.name === name);
  return found === undefined ? emptyEnvironment : draftOf(found.variables);
}

export const isUnsaved = (name: string): boolean =>
  environmentDrafts.changes(name, storedEnvironment(name)).length > 0;

/** Opens the editor of an environment, or that of a new one if there is none of this name. */
export async function openEditor(name: string): Promise<void> {
  await environments.need();
  const known = environments.state.peek().value?.environments ?? [];
  edited.value = known.some((one) => one.name === name) ? name : newName;
}

export const closeEditor = (): void => {
  edited.value = undefined;
};

/** Saves an environment. A new one becomes the active one if none is active. */
export async function saveEnvironment(edits: string, draft: EnvironmentDraft): Promise<void> {
  const name = edits === newName ? draft.name.trim() : edits;
  const suffix = randomSuffix();
  const { active } = await saveWithSecrets(
    draft,
    (pointer) => secretNameOf(name, draft.variables[partsOf(pointer)[1] ?? ""]?.name ?? "", suffix),
    (stored) => calls().saveEnvironment({ params: { name }, body: bodyOf(stored) }),
  );
  if (edits === newName && active === undefined) await calls().chooseEnvironment({ body: { name } });
  // The editor, which stays open, shows the draft until it has what was saved.
  await environments.load();
  if (edits === newName) environmentDrafts.revert(newName);
  else environmentDrafts.saved(name, draft);
}

export async function deleteEnvironment(name: string): Promise<void> {
  await calls().deleteEnvironment({ params: { name } });
  environmentDrafts.revert(name);
  await environments.load();
}

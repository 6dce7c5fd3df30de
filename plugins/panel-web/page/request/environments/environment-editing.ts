// The environment that the user edits, and its changes on the server.

import { signal } from "@preact/signals";
import { calls } from "../../api/session.js";
import { environments } from "../variables/environment.js";
import { draftOf, needsStore, rowsOf, secretNameOf, type VariableRow } from "./environment-draft.js";

export interface EditedEnvironment {
  /** Undefined while the environment is new. */
  readonly saved?: string;
  readonly name: string;
  readonly rows: readonly VariableRow[];
}

export const edited = signal<EditedEnvironment | undefined>(undefined);

const newKey = (): string => crypto.randomUUID();

/** Opens the editor; without a name, for a new environment. */
export function editEnvironment(name?: string): void {
  const known = environments.state.peek().value?.environments.find((one) => one.name === name);
  edited.value =
    known === undefined
      ? { name: "", rows: [] }
      : { saved: known.name, name: known.name, rows: rowsOf(known.variables, newKey) };
}

export const closeEditor = (): void => {
  edited.value = undefined;
};

/** Saves the environment. A new one becomes the active one if none is active. */
export async function saveEdited({ saved, name: given, rows }: EditedEnvironment): Promise<void> {
  const name = saved ?? given.trim();
  const stored = new Map<string, string>();
  for (const row of rows.filter(needsStore)) {
    const secret = secretNameOf(name, row.name, newKey().slice(0, 8));
    await calls().writeSecret({ params: { name: secret }, body: { value: row.value } });
    stored.set(row.key, secret);
  }
  try {
    const { active } = await calls().saveEnvironment({ params: { name }, body: draftOf(rows, stored) });
    if (saved === undefined && active === undefined) await calls().chooseEnvironment({ body: { name } });
  } catch (error) {
    // The secrets of an environment that was not saved are not left in the store.
    for (const secret of stored.values())
      await calls()
        .deleteSecret({ params: { name: secret } })
        .catch(() => undefined);
    throw error;
  }
  await environments.load();
}

export async function deleteEdited(name: string): Promise<void> {
  await calls().deleteEnvironment({ params: { name } });
  await environments.load();
}

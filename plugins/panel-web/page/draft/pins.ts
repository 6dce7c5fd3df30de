// The advanced settings that the user has pinned, so that they stand among the basic ones: by the id of the workflow.

import { acceptEntries, acceptTexts } from "../api/guards.js";
import { storedSignal } from "../shell/stored.js";

type Pins = Readonly<Record<string, readonly string[]>>;

const pins = storedSignal<Pins>("pins", {}, (kept) => acceptEntries(kept, acceptTexts));

export const pinnedOf = (workflow: string): readonly string[] => pins.value[workflow] ?? [];

export function setPinned(workflow: string, names: readonly string[]): void {
  pins.value = { ...pins.value, [workflow]: names };
}

export function togglePin(workflow: string, name: string): void {
  const before = pinnedOf(workflow);
  setPinned(workflow, before.includes(name) ? before.filter((each) => each !== name) : [...before, name]);
}

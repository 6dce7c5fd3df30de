// Deletes ended prompts of an owner from the history: they are hidden, and the record of the backend stays.

import type { Caller } from "@pictor/comfyui-protocol";
import { keepNewest } from "@pictor/kernel/plugin";
import type { Facade } from "../state/facade-state.js";
import { listEnded } from "./find.js";
import { maxEnded } from "./follow.js";

export async function hidePrompts(
  facade: Facade,
  caller: Caller,
  isMeant: (promptId: string) => boolean,
): Promise<void> {
  for (const { prompt } of await listEnded(facade, caller)) {
    if (!isMeant(prompt.promptId)) continue;
    facade.ended.delete(prompt.promptId);
    facade.hidden.add(prompt.promptId);
  }
  keepNewest(facade.hidden, maxEnded);
}

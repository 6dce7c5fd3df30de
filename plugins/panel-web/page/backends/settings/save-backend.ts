// Saves a backend. The server checks every value and reports the invalid ones.

import { backends } from "../../api/catalog.js";
import { calls } from "../../api/session.js";
import { saveWithSecrets } from "../../saving/store-typed.js";
import { backendData } from "../data/backend-data.js";
import { secretName, settingsOf, type BackendDraft } from "./backend-draft.js";

/** Saves the backend. Resolves to a sentence that says where. */
export async function saveBackend(draft: BackendDraft, signal: AbortSignal): Promise<string> {
  const { name } = draft;
  const { file } = await saveWithSecrets(
    settingsOf(draft),
    (pointer) => secretName(name, pointer),
    (body) => calls().saveBackend({ params: { name }, body, signal }),
  );
  await backends.load();
  // Not awaited, because the server of the backend may hang.
  void backendData(name).load();
  return `Saved in ${file}.`;
}

// Saves a backend. The server checks every value and reports the invalid ones.

import { backends } from "../../api/catalog.js";
import { calls } from "../../api/session.js";
import { useAttempt, type Attempt } from "../../parts/attempt.js";
import { saveWithSecrets } from "../../saving/store-typed.js";
import { backendData } from "../data/backend-data.js";
import { secretName, settingsOf, type BackendDraft } from "./backend-draft.js";

export interface Save {
  readonly attempt: Attempt;
  /** Saves the backend. Resolves to a sentence about it; undefined if the settings were refused, or the attempt was stopped. */
  save(draft: BackendDraft): Promise<string | undefined>;
}

/** The first faulty field gets the focus after the faults are shown. */
function focusFault(form: HTMLElement | null): void {
  setTimeout(() => {
    form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  });
}

async function write(draft: BackendDraft, signal: AbortSignal): Promise<string> {
  const { name } = draft;
  const { file } = await saveWithSecrets(
    settingsOf(draft),
    (pointer) => secretName(name, pointer),
    (body) => calls().saveBackend({ params: { name }, body, signal }),
  );
  await backends.load();
  // Its server may hang.
  void backendData(name).load();
  return `Saved in ${file}.`;
}

export function useSave(form: { readonly current: HTMLElement | null }): Save {
  const attempt = useAttempt("the server to answer");
  return {
    attempt,
    async save(draft) {
      const saved = await attempt.run((signal) => write(draft, signal));
      if (attempt.error !== undefined) focusFault(form.current);
      return saved;
    },
  };
}

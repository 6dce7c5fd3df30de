// Saves a backend. The server checks every value and reports the invalid ones.

import { backends } from "../../api/catalog.js";
import { calls } from "../../api/session.js";
import { useAttempt, type Attempt } from "../../parts/use-attempt.js";
import { saveWithSecrets } from "../../saving/store-typed.js";
import { backendData } from "../data/backend-data.js";
import { secretName, settingsOf, type BackendDraft } from "./backend-draft.js";

export interface Save extends Pick<Attempt, "error" | "isBusy"> {
  /** Saves the backend. Resolves to the file that was written; undefined if the settings were refused. */
  save(draft: BackendDraft): Promise<string | undefined>;
}

/** The first faulty field gets the focus after the faults are shown. */
function focusFault(form: HTMLElement | null): void {
  setTimeout(() => {
    form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  });
}

export function useSave(form: { readonly current: HTMLElement | null }): Save {
  const { error, isBusy, attempt } = useAttempt();
  return {
    error,
    isBusy,
    async save(draft) {
      const { name } = draft;
      const saved = await attempt(async () => {
        const { file } = await saveWithSecrets(
          settingsOf(draft),
          (pointer) => secretName(name, pointer),
          (body) => calls().saveBackend({ params: { name }, body }),
        );
        await Promise.all([backends.load(), backendData(name).load()]);
        return file;
      });
      if (saved === undefined) focusFault(form.current);
      return saved;
    },
  };
}

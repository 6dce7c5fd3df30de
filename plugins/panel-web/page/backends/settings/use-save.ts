// Saves a backend. The server checks every value and reports the invalid ones.

import { useState } from "preact/hooks";
import { backends } from "../../api/catalog.js";
import { shownError, type ShownError } from "../../api/errors.js";
import { calls } from "../../api/session.js";
import { saveWithSecrets } from "../../saving/store-typed.js";
import { backendData } from "../data/backend-data.js";
import { secretName, settingsOf, type BackendDraft } from "./backend-draft.js";

export interface Save {
  readonly error: ShownError | undefined;
  readonly isBusy: boolean;
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
  const [error, setError] = useState<ShownError>();
  const [isBusy, setBusy] = useState(false);
  return {
    ...{ error, isBusy },
    async save(draft) {
      setBusy(true);
      setError(undefined);
      try {
        const { name } = draft;
        const { file } = await saveWithSecrets(
          settingsOf(draft),
          (pointer) => secretName(name, pointer),
          (body) => calls().saveBackend({ params: { name }, body }),
        );
        await Promise.all([backends.load(), backendData(name).load()]);
        return file;
      } catch (reason) {
        setError(shownError(reason));
        focusFault(form.current);
        return undefined;
      } finally {
        setBusy(false);
      }
    },
  };
}

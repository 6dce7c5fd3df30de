// What a button starts: whether it still waits for the reply, and why the last attempt failed, which is shown beside the button.

import { useState } from "preact/hooks";
import { shownError, type ShownError } from "../api/errors.js";

export interface Attempt {
  /** Why the last attempt failed; undefined again as soon as the next one begins. */
  readonly error: ShownError | undefined;
  readonly isBusy: boolean;
  /** Never rejects: resolves to what `work` does, or to undefined if it failed. */
  attempt<T>(work: () => Promise<T>): Promise<T | undefined>;
  /** Takes the error away. */
  forget(): void;
}

export function useAttempt(): Attempt {
  const [error, setError] = useState<ShownError>();
  const [isBusy, setBusy] = useState(false);
  return {
    error,
    isBusy,
    async attempt(work) {
      setError(undefined);
      setBusy(true);
      try {
        return await work();
      } catch (reason) {
        setError(shownError(reason));
        return undefined;
      } finally {
        setBusy(false);
      }
    },
    forget() {
      setError(undefined);
    },
  };
}

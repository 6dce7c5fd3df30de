// Starts an operation. Its card appears with the first event; a refusal is shown beside the button.

import type { Operation } from "@pictor/client";
import { useState } from "preact/hooks";
import { shownError, type ShownError } from "../../api/errors.js";

export interface Begin {
  /** Why the last request to start an operation was refused. */
  readonly error: ShownError | undefined;
  /** Whether a request to start an operation waits for its reply. */
  readonly isBusy: boolean;
  begin(start: () => Promise<Operation>): void;
}

export function useBegin(): Begin {
  const [error, setError] = useState<ShownError>();
  const [isBusy, setBusy] = useState(false);
  return {
    ...{ error, isBusy },
    begin(start) {
      setBusy(true);
      setError(undefined);
      start()
        .catch((reason: unknown) => {
          setError(shownError(reason));
        })
        .finally(() => {
          setBusy(false);
        });
    },
  };
}

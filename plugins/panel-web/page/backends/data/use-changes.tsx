// Changes of a list that is read again and again. What the last change has done, or why it failed, is told above the
// list, because what was changed may be gone from the list.

import { useMemo, useState } from "preact/hooks";
import type { Resource } from "../../api/resource.js";
import { usePolling } from "../../api/use-resource.js";
import { useAttempt } from "../../parts/attempt.js";
import { AttemptNote } from "../../parts/attempt-note.js";

export function useChanges<T>(backend: string, list: () => Resource<T>, everyMs: number) {
  const resource = useMemo(list, [backend]);
  const [told, setTold] = useState("");
  const attempt = useAttempt(backend);
  usePolling(resource.load, everyMs, [backend]);
  /** Makes a change, and reads the list again. `work` resolves to a sentence about what was done. */
  const change = (work: (signal: AbortSignal) => Promise<string>): void => {
    setTold("");
    void attempt.run(async (signal) => {
      try {
        setTold(await work(signal));
      } finally {
        await resource.load();
      }
    });
  };
  const note = (
    <>
      <p class="told" role="status">
        {told}
      </p>
      <AttemptNote of={attempt} />
    </>
  );
  return { resource, change, note, isBusy: attempt.isBusy };
}

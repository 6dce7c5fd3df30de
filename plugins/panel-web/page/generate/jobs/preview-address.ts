// The latest unfinished image of a job: its bytes come over the socket, or after a reload from the server.

import type { Job } from "@pictor/client";
import { useEffect, useMemo, useState } from "preact/hooks";
import { calls, previews, ranEarlier } from "../../api/session.js";
import { useBlobAddress } from "../../parts/blob-address.js";

/** The address of the preview; undefined as long as the job has none. */
export function usePreviewAddress(job: Job | undefined): string | undefined {
  const id = job?.endedAtMs === undefined ? job?.id : undefined;
  const preview = id === undefined ? undefined : previews.value?.get(id);
  const isRunning = job?.state === "running";
  const [read, setRead] = useState<{ readonly id: string; readonly blob: Blob }>();
  const isOnServer =
    id !== undefined && isRunning && (preview === undefined ? ranEarlier(id) : preview.data === undefined);
  useEffect(() => {
    if (!isOnServer) return;
    let isGone = false;
    calls()
      .readPreview({ params: { id } })
      .then((reply) => reply.blob())
      .then(
        (blob) => {
          if (!isGone) setRead({ id, blob });
        },
        // A failure is ignored, because a job that ran earlier may have no preview yet.
        () => undefined,
      );
    return () => (isGone = true);
  }, [id, isOnServer, preview?.version]);
  const live = useMemo(
    () =>
      preview?.data === undefined
        ? undefined
        : new Blob([preview.data as Uint8Array<ArrayBuffer>], { type: preview.mime }),
    [preview],
  );
  return useBlobAddress(live ?? (read?.id === id ? read?.blob : undefined));
}

// The log of an operation. It is read when the user opens it, and again for each message.

import type { Operation } from "@pictor/client";
import { useEffect } from "preact/hooks";
import { calls, onServerEvent } from "../../api/session.js";
import { Button } from "../../parts/button.js";
import { copyText } from "../../parts/clipboard.js";
import { LoadedPart } from "../../parts/loaded-part.js";
import { LogLines } from "../../parts/log-lines.js";
import { useResource } from "../../api/use-resource.js";

/** Messages within this time cause one reading of the log. */
const gatherMs = 300;

export function OperationLog({ operation: { id, title, seq } }: { readonly operation: Operation }) {
  const log = useResource((signal) => calls().readOperation({ params: { id }, signal }), [id]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ending = onServerEvent((event) => {
      if (event.type !== "notice" || event.operationId !== id) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        void log.load();
      }, gatherMs);
    });
    return () => {
      ending();
      clearTimeout(timer);
    };
  }, [log]);
  useEffect(() => void log.load(), [seq]);
  return (
    <LoadedPart resource={log} what="the log">
      {({ log: lines = [] }) => (
        <div class="stack tight">
          <LogLines name={`Log of ${title}`} text={lines.join("\n") || "No message yet."} />
          <Button look="link" onClick={() => void copyText(lines.join("\n"), "Log")}>
            Copy the log
          </Button>
        </div>
      )}
    </LoadedPart>
  );
}

// Says when the server of a worker can no longer be used, and when it can be used again: each once.

import { problemFor, reasonOf, type BackendInfo, type WorkEvent } from "@pictor/kernel/plugin";
import { queueFault } from "../../faults.js";
import type { WorkerRecord } from "../../protocol/worker-record.js";

export interface ServerWatch {
  /** The server could not be used. */
  lost(error: unknown): void;
  /** The server has answered with this. */
  found(answer: { readonly info: BackendInfo } & Partial<WorkerRecord>): void;
}

export function watchServer(
  worker: string,
  presence: { change(edit: (record: WorkerRecord) => WorkerRecord): void },
  report: (event: WorkEvent) => void,
): ServerWatch {
  let isLost = false;
  return {
    lost(error) {
      const reason = reasonOf(error);
      presence.change((record) => ({ ...record, state: "unreachable", reason }));
      if (isLost) return;
      isLost = true;
      const problem = problemFor(queueFault("QUEUE_SERVER_UNREACHABLE", { worker, reason }));
      report({ type: "warning", problem });
      report({ type: "server", state: "unreachable" });
    },
    found({ info, ...more }) {
      presence.change(({ reason: _reason, ...record }) => ({
        ...record,
        state: "ready",
        title: info.title,
        ...more,
      }));
      if (!isLost) return;
      isLost = false;
      report({ type: "server", state: "ready" });
    },
  };
}

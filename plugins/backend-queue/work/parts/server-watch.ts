// Says when the server of a worker can no longer be used, and when it can be used again: each once. The loss of its
// connection is a reason to ask it, because it may have been restarted with other nodes.

import {
  problemFor,
  reasonOf,
  type BackendEvent,
  type BackendInfo,
  type WorkEvent,
} from "@pictor/kernel/plugin";
import { queueFault } from "../../faults.js";
import type { WorkerRecord } from "../../protocol/worker-record.js";

export interface ServerWatch {
  /** The server has sent this. */
  heard(event: BackendEvent): void;
  /** The server could not be used. */
  lost(error: unknown): void;
  /** The server has answered with this. */
  found(answer: { readonly info: BackendInfo } & Partial<WorkerRecord>): void;
}

export interface WatchOptions {
  readonly worker: string;
  readonly presence: { change(edit: (record: WorkerRecord) => WorkerRecord): void };
  report(event: WorkEvent): void;
  /** Has the server asked again, before the next prompt is taken, what it has. */
  askAgain(): void;
}

export function watchServer({ worker, presence, report, askAgain }: WatchOptions): ServerWatch {
  let isLost = false;
  return {
    heard(event) {
      if (event.type === "connection" && event.state === "lost") askAgain();
    },
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

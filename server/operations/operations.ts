// Long work: a request starts it, and its client follows it by events, answers its questions, and may cancel it.
//
//   running ─► finished, with a result
//      ├────► failed, with an error
//      └────► cancelled, by a caller or by the end of the server
//
// Operations live as long as the server: after a restart, none of the earlier run is known.

import { randomUUID } from "node:crypto";
import type { Operation, OperationTarget } from "@pictor/client";
import { errorToJson, plainRecord, type Clock, type Interaction, type Redact } from "@pictor/host";
import type { Holder } from "../access/credentials.js";
import { errorOf, fault } from "../contract/faults.js";
import { includesScope } from "../contract/scopes.js";
import type { EventLog } from "../events/event-log.js";
import type { ClientInteraction } from "../people/people.js";
import { createProgress, type Progress } from "./progress.js";

/** What the work of an operation receives. */
export interface OperationContext {
  /** Aborted when the operation is cancelled. The work then rejects, and undoes incomplete changes. */
  readonly signal: AbortSignal;
  /** Reports the current step; `fraction` is from 0 to 1, `line` is the newest line of a tool's output. */
  progress(step: string, fraction?: number, line?: string): void;
  /** Adds a line for people to the log of the operation. */
  note(text: string): void;
  /** What is asked, shown and reported here belongs to the operation. Open questions are withdrawn at its end. */
  readonly interaction: Interaction;
}

export interface NewOperation {
  /** `GROUP.VERB`, such as `backend.start`. */
  readonly kind: string;
  readonly target: OperationTarget;
  /** Title for people, such as "Start studio". */
  readonly title: string;
  /** The owner: the holder of the token that starts the operation, who may cancel it. */
  readonly caller: Pick<Holder, "tokenId" | "name">;
  /** Does the work. Resolves to the result of the operation, which every reader can see. */
  run(context: OperationContext): Promise<Readonly<Record<string, unknown>> | undefined>;
}

export interface Operations {
  /** Whether an operation runs. */
  isBusy(): boolean;
  /** Checks that no operation runs on the target; throws `API_OPERATION_RUNNING` otherwise. */
  requireFree(target: OperationTarget): void;
  /**
   * Starts an operation. Throws `API_OPERATION_RUNNING` while another operation runs on the target, and `API_TOO_MANY`.
   */
  start(operation: NewOperation): Operation;
  /** All operations without their logs, newest first. */
  list(): readonly Operation[];
  /** The operation with its log. Throws `API_THING_UNKNOWN`. */
  get(id: string): Operation;
  /**
   * Cancels an operation for its owner or the scope admin; throws `API_SCOPE_MISSING` for others. An ended operation is
   * not changed.
   */
  cancel(id: string, caller: Holder): void;
  /**
   * Cancels the running operations, and resolves when they have stopped, or after 10 s. No operation starts any more.
   */
  close(): Promise<void>;
}

export interface OperationsOptions {
  readonly log: EventLog;
  readonly people: Pick<ClientInteraction, "for">;
  readonly clock: Clock;
  readonly redact: Redact;
}

interface Entry {
  operation: Operation;
  readonly ownerId: string;
  readonly progress: Progress;
  readonly cancelling: AbortController;
  /** Settles when the work has stopped. */
  stopped: Promise<void>;
}

type Ending = Pick<Operation, "state" | "result" | "error" | "by">;

/** The number of ended operations that are kept. */
const maxEnded = 200;
const maxRunning = 100;
const retryAfterSeconds = 10;
const closingLimitMs = 10_000;

export function createOperations({ log, people, clock, redact }: OperationsOptions): Operations {
  const entries = new Map<string, Entry>();
  let isClosing = false;
  const running = (): readonly Entry[] =>
    [...entries.values()].filter(({ operation }) => operation.state === "running");
  const entryOf = (id: string): Entry => {
    const found = entries.get(id);
    if (found === undefined)
      throw fault("API_THING_UNKNOWN", { kind: "operation", id, list: "/v1/operations" });
    return found;
  };

  const publish = (entry: Entry, change: Partial<Operation>): void => {
    const operation = { ...entry.operation, ...change };
    const { seq } = log.publish({ type: "operation", operationId: operation.id, operation });
    entry.operation = { ...operation, seq };
  };
  const note = ({ operation: { id }, progress }: Entry, text: string): void => {
    progress.add(text);
    log.publish({ type: "notice", text: redact(text), operationId: id });
  };

  const requireFree = ({ kind, name }: OperationTarget): void => {
    const other = running().find(({ operation: { target } }) => target.kind === kind && target.name === name);
    if (other !== undefined) {
      const { id: operationId, title } = other.operation;
      throw fault("API_OPERATION_RUNNING", { kind, name, title, operationId });
    }
  };
  const requireRoom = (): void => {
    if (isClosing || running().length >= maxRunning)
      throw fault("API_TOO_MANY", { what: "operations that run", seconds: retryAfterSeconds });
  };
  const forgetOldest = (): void => {
    const ended = [...entries.values()].filter(({ operation }) => operation.state !== "running");
    for (const { operation } of ended.slice(0, Math.max(0, ended.length - maxEnded)))
      entries.delete(operation.id);
  };

  /**
   * Runs the work, and resolves to the state in which it ends. After a cancellation, a rejection of the work is no
   * failure.
   */
  const endingOf = async (work: NewOperation["run"], context: OperationContext): Promise<Ending> => {
    try {
      const result = await work(context);
      return {
        state: "finished",
        ...(result !== undefined && { result: plainRecord(result, redact) as Record<string, unknown> }),
      };
    } catch (thrown) {
      if (context.signal.aborted) return { state: "cancelled", by: isClosing ? "server" : "caller" };
      return { state: "failed", error: errorToJson(errorOf(thrown), redact) };
    }
  };

  const follow = async (entry: Entry, work: NewOperation["run"]): Promise<void> => {
    const { operation, ownerId, progress, cancelling } = entry;
    const { signal } = cancelling;
    const ended = new AbortController();
    const reports = {
      progress: progress.report,
      note: (text: string) => {
        note(entry, text);
      },
    };
    const interaction = people.for({
      ...{ operationId: operation.id, ownerId, ...reports },
      signal: AbortSignal.any([signal, ended.signal]),
    });
    const ending = await endingOf(work, { signal, ...reports, interaction });
    // Questions are withdrawn before the end is published, so that no client shows a question of an ended operation.
    ended.abort();
    progress.end();
    publish(entry, { ...ending, endedAtMs: clock.now() });
    forgetOldest();
  };

  return {
    isBusy: () => running().length > 0,
    requireFree,
    start({ kind, target, title, caller, run }) {
      requireFree(target);
      requireRoom();
      const operation: Operation = {
        id: randomUUID(),
        seq: log.newest,
        ...{ kind, target: { ...target }, title: redact(title), owner: caller.name },
        state: "running",
        startedAtMs: clock.now(),
      };
      const progress = createProgress({
        clock,
        redact,
        publish: (shown) => {
          publish(entry, { progress: shown });
        },
      });
      const cancelling = new AbortController();
      const entry: Entry = {
        operation,
        ownerId: caller.tokenId,
        progress,
        cancelling,
        stopped: Promise.resolve(),
      };
      entries.set(operation.id, entry);
      publish(entry, {});
      entry.stopped = follow(entry, run);
      return entry.operation;
    },
    list: () => [...entries.values()].map(({ operation }) => operation).reverse(),
    get: (id) => {
      const { operation, progress } = entryOf(id);
      return { ...operation, log: [...progress.lines()] };
    },
    cancel(id, caller) {
      const { ownerId, cancelling } = entryOf(id);
      if (ownerId !== caller.tokenId && !includesScope(caller.scopes, "admin"))
        throw fault("API_SCOPE_MISSING", { scope: "admin" });
      cancelling.abort();
    },
    async close() {
      isClosing = true;
      const active = running();
      for (const { cancelling } of active) cancelling.abort();
      let stopTimer: () => void = () => undefined;
      const limit = new Promise<void>((resolve) => {
        stopTimer = clock.after(closingLimitMs, resolve);
      });
      await Promise.race([Promise.all(active.map(({ stopped }) => stopped)), limit]);
      stopTimer();
    },
  };
}

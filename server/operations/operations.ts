// Long work: a request starts it, and its client follows it by events, answers its questions, and may cancel it.
//
//   running ─► finished, with a result
//      ├────► failed, with an error
//      └────► cancelled, by a caller or by the end of the server
//
// Operations live as long as the server: after a restart, none of the earlier run is known.

import { randomUUID } from "node:crypto";
import type { Operation, OperationProgress, OperationTarget } from "@pictor/client";
import { errorToJson, type Redact } from "@pictor/host";
import { plainRecord } from "@pictor/host/records";
import { errorOf, type Clock, type Interaction } from "@pictor/kernel";
import { fault } from "../contract/faults.js";
import { isAdministrator, thingUnknown, type Caller } from "@pictor/features/base";
import type { EventLog } from "../events/event-log.js";
import type { ClientInteraction } from "../people/people.js";
import { Progress } from "./progress.js";

/** What the work of an operation receives. */
export interface OperationContext {
  /** Aborted when the operation is cancelled. The work then rejects, and undoes incomplete changes. */
  readonly signal: AbortSignal;
  /** Reports the current step; `fraction` is from 0 to 1, `line` is the newest line of a tool's output. */
  progress(step: string, fraction?: number, line?: string): void;
  /** Adds a line for people to the log of the operation. */
  note(text: string): void;
  /**
   * Questions, messages and steps of this interaction belong to the operation. Open questions are withdrawn at its end.
   */
  readonly interaction: Interaction;
}

export interface NewOperation {
  /** `GROUP.VERB`, such as `backend.start`. */
  readonly kind: string;
  readonly target: OperationTarget;
  /** Title for people, such as "Start studio". */
  readonly title: string;
  /** The owner: the holder of the token that starts the operation, who may cancel it. */
  readonly caller: Pick<Caller, "tokenId" | "name">;
  /** Does the work. Resolves to the result of the operation, which every reader can see. */
  run(context: OperationContext): Promise<Readonly<Record<string, unknown>> | undefined>;
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

export class Operations {
  readonly #options: OperationsOptions;
  /** By id, oldest first. */
  readonly #entries = new Map<string, Entry>();
  #isClosing = false;

  constructor(options: OperationsOptions) {
    this.#options = options;
  }

  /** Whether an operation is running. */
  isBusy(): boolean {
    return this.#running().length > 0;
  }

  /** Checks that no operation runs on the target; throws `API_OPERATION_RUNNING` otherwise. */
  requireFree({ kind, name }: OperationTarget): void {
    const other = this.#running().find(
      ({ operation: { target } }) => target.kind === kind && target.name === name,
    );
    if (other === undefined) return;
    const { id: operationId, title } = other.operation;
    throw fault("API_OPERATION_RUNNING", { kind, name, title, operationId });
  }

  /**
   * Starts an operation. Throws `API_OPERATION_RUNNING` while another operation runs on the target, and `API_TOO_MANY`.
   */
  start({ kind, target, title, caller, run }: NewOperation): Operation {
    this.requireFree(target);
    this.#requireRoom();
    const { log, clock, redact } = this.#options;
    const publish = (progress: OperationProgress): void => {
      this.#publish(entry, { progress });
    };
    const entry: Entry = {
      operation: {
        id: randomUUID(),
        seq: log.newest,
        kind,
        target: { ...target },
        title: redact(title),
        owner: caller.name,
        state: "running",
        startedAtMs: clock.now(),
      },
      ownerId: caller.tokenId,
      progress: new Progress({ clock, redact, publish }),
      cancelling: new AbortController(),
      stopped: Promise.resolve(),
    };
    this.#entries.set(entry.operation.id, entry);
    this.#publish(entry, {});
    entry.stopped = this.#follow(entry, run);
    return entry.operation;
  }

  /** All operations without their logs, newest first. */
  list(): readonly Operation[] {
    return [...this.#entries.values()].map(({ operation }) => operation).reverse();
  }

  /** The operation with its log. Throws `API_THING_UNKNOWN`. */
  get(id: string): Operation {
    const { operation, progress } = this.#find(id);
    return { ...operation, log: [...progress.lines] };
  }

  /**
   * Cancels an operation for its owner or the scope admin; throws `API_SCOPE_MISSING` for others. An ended operation is
   * not changed.
   */
  cancel(id: string, caller: Caller): void {
    const { ownerId, cancelling } = this.#find(id);
    if (ownerId !== caller.tokenId && !isAdministrator(caller))
      throw fault("API_SCOPE_MISSING", { scope: "admin" });
    cancelling.abort();
  }

  /**
   * Cancels the running operations, and resolves when they have stopped, or after 10 s. No operation can be started
   * after this call.
   */
  async close(): Promise<void> {
    this.#isClosing = true;
    const active = this.#running();
    for (const { cancelling } of active) cancelling.abort();
    let stopTimer: () => void = () => undefined;
    const limit = new Promise<void>((resolve) => {
      stopTimer = this.#options.clock.after(closingLimitMs, resolve);
    });
    await Promise.race([Promise.all(active.map(({ stopped }) => stopped)), limit]);
    stopTimer();
  }

  #running(): readonly Entry[] {
    return [...this.#entries.values()].filter(({ operation }) => operation.state === "running");
  }

  #find(id: string): Entry {
    const found = this.#entries.get(id);
    if (found === undefined) throw thingUnknown("operation", id, "/v1/operations");
    return found;
  }

  #requireRoom(): void {
    if (this.#isClosing || this.#running().length >= maxRunning)
      throw fault("API_TOO_MANY", { what: "operations that run", seconds: retryAfterSeconds });
  }

  #forgetOldest(): void {
    const ended = [...this.#entries.values()].filter(({ operation }) => operation.state !== "running");
    for (const { operation } of ended.slice(0, Math.max(0, ended.length - maxEnded)))
      this.#entries.delete(operation.id);
  }

  #publish(entry: Entry, change: Partial<Operation>): void {
    const operation = { ...entry.operation, ...change };
    const { seq } = this.#options.log.publish({ type: "operation", operationId: operation.id, operation });
    entry.operation = { ...operation, seq };
  }

  #note({ operation: { id }, progress }: Entry, text: string): void {
    const { log, redact } = this.#options;
    progress.add(text);
    log.publish({ type: "notice", text: redact(text), operationId: id });
  }

  async #follow(entry: Entry, work: NewOperation["run"]): Promise<void> {
    const { people, clock } = this.#options;
    const { operation, ownerId, progress, cancelling } = entry;
    const { signal } = cancelling;
    const ended = new AbortController();
    const reports = {
      progress: (...reported: Parameters<Progress["report"]>) => progress.report(...reported),
      note: (text: string) => this.#note(entry, text),
    };
    const interaction = people.for({
      operationId: operation.id,
      audience: { tokenId: ownerId },
      ...reports,
      signal: AbortSignal.any([signal, ended.signal]),
    });
    const ending = await this.#endingOf(work, { signal, ...reports, interaction });
    // Questions are withdrawn before the end is published, so that no client shows a question of an ended operation.
    ended.abort();
    progress.end();
    this.#publish(entry, { ...ending, endedAtMs: clock.now() });
    this.#forgetOldest();
  }

  /** Runs the work, and resolves to the state in which it ends. A rejection after a cancellation is not a failure. */
  async #endingOf(work: NewOperation["run"], context: OperationContext): Promise<Ending> {
    const { redact } = this.#options;
    try {
      const result = await work(context);
      return {
        state: "finished",
        ...(result !== undefined && { result: plainRecord(result, redact) as Record<string, unknown> }),
      };
    } catch (thrown) {
      if (context.signal.aborted) return { state: "cancelled", by: this.#isClosing ? "server" : "caller" };
      return { state: "failed", error: errorToJson(errorOf(thrown), redact) };
    }
  }
}

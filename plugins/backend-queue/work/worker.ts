// The life of a worker: it goes on with what an earlier process had begun, takes prompts until it is drained, and leaves.

import { backoffMs, pause, PictorError, type BackendEvent } from "@pictor/kernel/plugin";
import { subscribeWithin } from "@pictor/prompt-life";
import { readDurability } from "../redis/durability.js";
import { signMsOf } from "../redis/keys.js";
import type { Connection } from "../redis/redis.js";
import { findBegun } from "./find-begun.js";
import { listen } from "./messages.js";
import { NextPrompt } from "./next-prompt.js";
import { repeat, untilAnswered, untilDone } from "./parts/retry.js";
import { limitOn } from "./parts/server-limit.js";
import { watchServer, type ServerWatch } from "./parts/server-watch.js";
import type { WorkerParts } from "./parts/worker-parts.js";
import { Run, type RunOutcome } from "./run/run.js";
import { takePrompts, type PromptTaker } from "./take-prompts.js";
import { keepUp } from "./upkeep.js";

export class Worker implements PromptTaker {
  readonly #parts: WorkerParts;
  readonly #next: NextPrompt;
  readonly #messages: Connection;
  readonly #server: ServerWatch;
  readonly #abort: (reason: unknown) => void;
  #run: Run | undefined;
  #unsubscribe: (() => void) | undefined;
  /** Whether a person has drained the worker or paused the queue. */
  #isHeld = false;
  #holdUntil = 0;

  /**
   * `blocking` and `messages` are connections of their own. `abort` ends the worker at once, such as when another
   * process has its name.
   */
  constructor(
    parts: WorkerParts,
    { blocking, messages }: { readonly blocking: Connection; readonly messages: Connection },
    abort: (reason: unknown) => void,
  ) {
    this.#parts = parts;
    this.#next = new NextPrompt(parts, blocking);
    this.#messages = messages;
    this.#server = watchServer({ ...parts, askAgain: () => this.#askServerAgain() });
    this.#abort = abort;
  }

  get #signMs(): number {
    return signMsOf(this.#parts.settings);
  }

  /** Resolves when it was drained. Rejects with the reason of the signal. */
  async work(): Promise<void> {
    const parts = this.#parts;
    const { connection, drain, presence, report } = parts;
    const stopState = connection.onState((isOpen) => this.#onState(isOpen));
    const onDrain = (): void => {
      report({ type: "draining", running: this.#run?.isBegun === true ? 1 : 0 });
      this.#next.wake().catch(() => undefined);
    };
    drain.addEventListener("abort", onDrain, { once: true });
    try {
      await this.#start();
      await untilDone(() => this.resume(), parts);
      if (!drain.aborted) report({ type: "ready" });
      await takePrompts(this, parts);
    } finally {
      drain.removeEventListener("abort", onDrain);
      this.#unsubscribe?.();
      stopState();
      await presence.leave().catch(() => undefined);
    }
  }

  /** Gives signs and hears messages from now on, and waits until the server can be used. */
  async #start(): Promise<void> {
    const parts = this.#parts;
    const { connection, keys, clock, signal, worker, report } = parts;
    await untilAnswered(() => this.#sign(), parts);
    // Without the right to run scripts, it would be ready and take nothing.
    await untilAnswered(() => connection.run("eval", "return 1", 0), parts);
    const problems = await readDurability(connection).catch(() => []);
    for (const problem of problems) report({ type: "warning", problem });
    void repeat(() => this.#sign().catch((error: unknown) => this.#noteFailure(error)), {
      clock,
      signal,
      ms: this.#signMs,
    });
    void keepUp(parts, signal);
    await listen(this.#messages, {
      channels: [keys.toWorker(worker), keys.newSets],
      clock,
      signal,
      onMessage: (channel, text) => this.#onMessage(channel, text),
    });
    await this.#untilServer();
  }

  async #sign(): Promise<void> {
    const { presence, meter } = this.#parts;
    presence.change((record) => ({ ...record, ...meter.figures() }));
    this.#isHeld = await presence.sign();
    await this.#run?.look();
  }

  #noteFailure(error: unknown): void {
    if (error instanceof PictorError && error.code === "QUEUE_WORKER_NAME_TAKEN") this.#abort(error);
  }

  /** When Redis is back, the worker first reports the prompt that it has, and takes new prompts a little later. */
  #onState(isOpen: boolean): void {
    const { absence, clock, report } = this.#parts;
    report({ type: "connection", state: isOpen ? "open" : "lost" });
    if (!isOpen) return;
    absence.reset();
    this.#holdUntil = clock.now() + 2 * this.#signMs;
    this.#sign().catch(() => undefined);
    this.#run?.claimAgain().catch(() => undefined);
  }

  #onMessage(channel: string, text: string): void {
    const { abilities, keys } = this.#parts;
    const work = async (): Promise<void> => {
      if (channel === keys.newSets) await abilities.readSets();
      else if (text === "") await this.#sign();
      else if (text === this.#run?.id) await this.#run.look();
      await this.#next.wake();
    };
    work().catch(() => undefined);
  }

  #onServerEvent(event: BackendEvent): void {
    this.#server.heard(event);
    this.#run?.onEvent(event);
  }

  #askServerAgain(): void {
    this.#parts.abilities.forgetServer();
    this.#next.wake().catch(() => undefined);
  }

  async #readServer(): Promise<void> {
    const { abilities, backend } = this.#parts;
    const answer = await abilities.readServer();
    this.#unsubscribe ??= await subscribeWithin(limitOn(this.#parts), (signal) =>
      backend.events((event) => this.#onServerEvent(event), { signal }),
    );
    this.#server.found(answer);
    await untilAnswered(async () => {
      await abilities.readSets();
      await this.#sign();
    }, this.#parts);
  }

  /** Waits until the server can be used. */
  async #untilServer(): Promise<void> {
    const { clock, signal, drain, ending } = this.#parts;
    for (let attempt = 0; ; attempt++) {
      try {
        await this.#readServer();
        return;
      } catch (error) {
        signal.throwIfAborted();
        if (drain.aborted) return;
        this.noteLost(error);
        await pause(clock, backoffMs(attempt), ending).catch(() => undefined);
      }
    }
  }

  noteLost(error: unknown): void {
    this.#parts.abilities.forgetServer();
    this.#server.lost(error);
  }

  async prepare(): Promise<boolean> {
    const { abilities, clock } = this.#parts;
    if (abilities.isServerDue) await this.#untilServer();
    return !this.#isHeld && clock.now() >= this.#holdUntil;
  }

  async takeAndRun(): Promise<RunOutcome | undefined> {
    const { abilities } = this.#parts;
    const taken = await this.#next.take();
    if (taken === undefined) {
      if (abilities.areSetsDue) await abilities.readSets();
      await this.#next.wait();
      return undefined;
    }
    this.#run = new Run(taken, this.#parts);
    const outcome = await this.#run.run(() => this.#next.noteServed(taken));
    // A prompt that was given back is not this worker's any more.
    this.forget();
    return outcome;
  }

  async resume(): Promise<void> {
    const begun = await untilAnswered(() => findBegun(this.#parts), this.#parts);
    if (begun === undefined) return;
    this.#run = new Run(begun, this.#parts);
    // After a failure, it is resumed again.
    await this.#run.resume().finally(() => this.forget());
  }

  forget(): void {
    this.#run?.leave();
    this.#run = undefined;
  }
}

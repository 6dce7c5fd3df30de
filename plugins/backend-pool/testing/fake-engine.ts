// What a fake server does with its prompts: it runs one after the other on a held clock, and keeps their records.

import type { BackendEvent, Clock, OutputFile, PromptState, Submission } from "@pictor/kernel/plugin";
import type { FakeServer } from "./fake-server-control.js";

interface Held {
  readonly id: string;
  readonly submission: Submission;
}

export interface FakeEngineDependencies {
  readonly name: string;
  readonly clock: Clock;
  /** Read at each step: a test may change them while the server runs. */
  traits(): Pick<FakeServer, "runMs" | "stepMs" | "assignsIds" | "lies" | "wait">;
  emit(event: BackendEvent): void;
}

export class FakeEngine {
  readonly begun = new Map<string, number>();
  readonly order: string[] = [];
  readonly submissions = new Map<string, Submission>();
  readonly #deps: FakeEngineDependencies;
  readonly #interrupted = new Set<string>();
  #isStalled = false;
  #queue: Held[] = [];
  #running: Held | undefined;
  #history = new Map<string, PromptState>();
  #cancelStep = (): void => undefined;
  #numbers = 0;

  constructor(deps: FakeEngineDependencies) {
    this.#deps = deps;
  }

  /** Queues a prompt. Returns its id on the server. */
  accept(submission: Submission): string {
    const { name, traits } = this.#deps;
    const id = traits().assignsIds ? `${name}-${this.#numbers++}` : submission.promptId;
    this.#queue.push({ id, submission });
    this.submissions.set(id, submission);
    this.#takeNext();
    return id;
  }

  stateOf(id: string): PromptState {
    if (this.#running?.id === id) return { state: "running" };
    const ahead = this.#queue.findIndex((held) => held.id === id);
    if (ahead < 0) return this.#history.get(id) ?? { state: "unknown" };
    const { wait } = this.#deps.traits();
    const isIdle = this.#running === undefined;
    return { state: "queued", ahead, ...(isIdle && { idle: true }), ...(wait !== undefined && { wait }) };
  }

  cancel(id: string): "removed" | "interrupting" | "gone" {
    const place = this.#queue.findIndex((held) => held.id === id);
    if (place >= 0) {
      this.#queue.splice(place, 1);
      return "removed";
    }
    const held = this.#running;
    if (held?.id !== id) return "gone";
    this.#interrupted.add(id);
    this.#cancelStep();
    this.#later(1, () => this.#finish(held));
    return "interrupting";
  }

  setStalled(isStalled: boolean): void {
    this.#isStalled = isStalled;
    this.#takeNext();
  }

  /** Everything in its memory is lost. */
  die(): void {
    this.#cancelStep();
    this.#queue = [];
    this.#running = undefined;
    this.#history = new Map();
    this.submissions.clear();
  }

  #later(ms: number, work: () => void): void {
    this.#cancelStep = this.#deps.clock.after(ms, work);
  }

  #takeNext(): void {
    if (this.#running !== undefined || this.#isStalled) return;
    const held = this.#queue.shift();
    if (held === undefined) return;
    this.#running = held;
    const { promptId } = held.submission;
    this.begun.set(promptId, (this.begun.get(promptId) ?? 0) + 1);
    this.order.push(promptId);
    this.#deps.emit({ type: "started", promptId: held.id });
    const { runMs, stepMs } = this.#deps.traits();
    if (stepMs === undefined) this.#later(runMs, () => this.#finish(held));
    else this.#step(held, 0, Math.max(1, Math.round(runMs / stepMs)));
  }

  #step(held: Held, value: number, max: number): void {
    if (value > 0) this.#deps.emit({ type: "progress", promptId: held.id, node: "3", value, max });
    if (value === max) this.#finish(held);
    else this.#later(this.#deps.traits().stepMs ?? 0, () => this.#step(held, value + 1, max));
  }

  #finish({ id, submission: { promptId } }: Held): void {
    const { name, emit, traits } = this.#deps;
    const file: OutputFile = {
      node: "9",
      filename: `${promptId}.png`,
      subfolder: "",
      area: "output",
      mime: "image/png",
      address: `fake://${name}/${promptId}.png`,
    };
    const as = this.#interrupted.has(id) ? "interrupted" : "succeeded";
    const tell = (): void => {
      emit({ type: "ended", promptId: id, as });
    };
    if (as === "succeeded") emit({ type: "output", promptId: id, files: [file] });
    const { lies } = traits();
    if (lies) tell();
    this.#history.set(id, { state: as, outputs: as === "succeeded" ? [file] : [] });
    this.#running = undefined;
    if (!lies) tell();
    this.#takeNext();
  }
}

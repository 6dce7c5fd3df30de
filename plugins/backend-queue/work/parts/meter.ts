// Measures a server: the time of its steps and runs, and which models it has loaded.

import {
  isTimed,
  isWarm,
  modelsKey,
  noteRun,
  noteStep,
  noTimes,
  runMsOf,
  stepMsOf,
  type RunTimes,
} from "@pictor/farm";
import type { BackendEvent, Clock, MemberStatus } from "@pictor/kernel/plugin";
import type { Verdict } from "../../protocol/verdicts.js";

export class Meter {
  /** The models in the memory of the server. */
  loaded: readonly string[] = [];
  readonly #clock: Clock;
  #times: RunTimes = noTimes;
  #run:
    | {
        readonly models: readonly string[];
        readonly isCold: boolean;
        /** When it began; undefined if that is not known. */
        readonly at: number | undefined;
      }
    | undefined;
  #step: { readonly node: string; readonly value: number; readonly at: number } | undefined;
  #counts = { ended: 0, lost: 0, modelSwitches: 0 };

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A prompt begins that loads these models. One that is resumed has begun before, and its run is not measured. */
  begin(models: readonly string[], { isResumed }: { readonly isResumed: boolean }): void {
    const at = isResumed ? undefined : this.#clock.now();
    this.#run = { models, isCold: !isWarm(this, models), at };
    this.#step = undefined;
  }

  /** Notes a message of the prompt. */
  note(event: BackendEvent): void {
    if (event.type !== "progress" || this.#run === undefined) return;
    const { node, value } = event;
    const now = this.#clock.now();
    const step = this.#step;
    if (step?.node === node && value > step.value)
      this.#times = noteStep(
        this.#times,
        modelsKey(this.#run.models),
        (now - step.at) / (value - step.value),
      );
    this.#step = { node, value, at: now };
  }

  end(verdict: Verdict): void {
    this.#counts.ended++;
    if (verdict.state === "lost") this.#counts.lost++;
    if (this.#run === undefined) return;
    const { models, isCold, at } = this.#run;
    if (isCold && models.length > 0) {
      if (this.loaded.length > 0) this.#counts.modelSwitches++;
      this.loaded = models;
    }
    if (at !== undefined && isTimed(verdict, { steps: this.#step }))
      this.#times = noteRun(this.#times, modelsKey(models), this.#clock.now() - at, isCold);
    this.#run = undefined;
  }

  figures(): Pick<MemberStatus, "loaded" | "stepMs" | "runMs" | "ended" | "lost" | "modelSwitches"> {
    const { loaded } = this;
    const stepMs = stepMsOf(this.#times, modelsKey(loaded));
    const runMs = runMsOf(this.#times, modelsKey(loaded));
    return {
      loaded,
      ...this.#counts,
      ...(stepMs !== undefined && { stepMs }),
      ...(runMs !== undefined && { runMs }),
    };
  }
}

// Measures a server: the time of its steps and runs, and which models it has loaded.

import {
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
import type { Verdict } from "../protocol/verdicts.js";

export interface Meter {
  loaded(): readonly string[];
  begin(models: readonly string[]): void;
  note(event: BackendEvent): void;
  end(verdict: Verdict): void;
  figures(): Pick<MemberStatus, "loaded" | "stepMs" | "runMs" | "ended" | "lost" | "modelSwitches">;
}

export function createMeter(clock: Clock): Meter {
  let times: RunTimes = noTimes;
  let loaded: readonly string[] = [];
  let run: { readonly models: readonly string[]; readonly isCold: boolean; readonly at: number } | undefined;
  let step: { readonly node: string; readonly value: number; readonly at: number } | undefined;
  let [ended, lost, modelSwitches] = [0, 0, 0];
  return {
    loaded: () => loaded,
    begin(models) {
      run = { models, isCold: !isWarm({ loaded }, models), at: clock.now() };
      step = undefined;
    },
    note(event) {
      if (event.type !== "progress" || run === undefined) return;
      const { node, value } = event;
      const now = clock.now();
      if (step?.node === node && value > step.value)
        times = noteStep(times, modelsKey(run.models), (now - step.at) / (value - step.value));
      step = { node, value, at: now };
    },
    end({ state }) {
      ended++;
      if (state === "lost") lost++;
      if (run === undefined) return;
      const { models, isCold, at } = run;
      if (isCold && models.length > 0) {
        if (loaded.length > 0) modelSwitches++;
        loaded = models;
      }
      if (state === "succeeded") times = noteRun(times, modelsKey(models), clock.now() - at, isCold);
      run = undefined;
    },
    figures() {
      const stepMs = stepMsOf(times, modelsKey(loaded));
      const runMs = runMsOf(times, modelsKey(loaded));
      return {
        loaded,
        ended,
        lost,
        modelSwitches,
        ...(stepMs !== undefined && { stepMs }),
        ...(runMs !== undefined && { runMs }),
      };
    },
  };
}

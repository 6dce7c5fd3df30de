// A check of extensions with a fake backend and a user with prepared answers.

import type {
  Backend,
  BatchPlan,
  GateContext,
  Problem,
  Question,
  WorkflowDraft,
} from "@pictor/kernel/plugin";
import { createFakeClock, createTestFolder, silentLogger } from "@pictor/host/testing";
import { createCheck } from "../check-extensions.js";
import type { Config } from "../settings.gen.js";
import { stateWith, type BackendState } from "./extension-records.js";
import { createFakeBackend } from "./fake-backend.js";

/** A question as a person reads it: choices by their texts. */
export interface AskedQuestion extends Pick<Question, "title" | "detail"> {
  readonly choices: readonly string[];
  readonly safeChoice: string | undefined;
  readonly yesChoice: string | undefined;
}

function asRead({ title, detail, choices, safeChoice, yesChoice }: Question): AskedQuestion {
  const textOf = (wanted: string | undefined) => choices.find(({ id }) => id === wanted)?.text;
  return {
    title,
    ...(detail !== undefined && { detail }),
    choices: choices.map(({ text }) => text),
    safeChoice: textOf(safeChoice),
    yesChoice: textOf(yesChoice),
  };
}

export interface Scenario {
  readonly state: BackendState;
  /** Calls of the backend, in order. */
  readonly calls: string[];
  readonly asked: AskedQuestion[];
  /** Lines of progress. */
  readonly progress: string[];
  readonly problems: Problem[];
  readonly changes: () => number;
  readonly clock: ReturnType<typeof createFakeClock>;
  readonly project: string;
  readonly controller: AbortController;
  run(...drafts: readonly WorkflowDraft[]): ReturnType<ReturnType<typeof createCheck>>;
}

export interface ScenarioOptions extends Partial<BackendState> {
  readonly config?: Partial<Config>;
  /** Each is the beginning of a choice, or `yes` for the choice of a general yes. After the last, the safe choice is taken. */
  readonly answers?: readonly string[];
}

/** `backend` replaces the fake backend. */
export async function createScenario(
  { config, answers = [], ...given }: ScenarioOptions = {},
  backend?: Backend,
): Promise<Scenario> {
  const state = stateWith(given);
  const calls: string[] = [];
  const asked: AskedQuestion[] = [];
  const progress: string[] = [];
  const problems: Problem[] = [];
  let changes = 0;
  const clock = createFakeClock();
  const controller = new AbortController();
  const project = createTestFolder();

  const left = [...answers];
  const context: GateContext = {
    signal: controller.signal,
    logger: silentLogger,
    report: (problem) => problems.push(problem),
    backend: backend ?? createFakeBackend(state, calls),
    info: { name: "studio", kind: "managed", title: "ComfyUI 0.3.64", version: "0.3.64", facets: [] },
    interaction: {
      ask: (question) => {
        asked.push(asRead(question));
        const { choices, safeChoice, yesChoice } = question;
        const wanted = left.shift();
        const general = yesChoice ?? choices.find(({ id }) => id !== safeChoice)?.id;
        const named = choices.find(({ text }) => text.startsWith(wanted ?? "\0"))?.id;
        return Promise.resolve((wanted === "yes" ? general : named) ?? safeChoice);
      },
      openUrl: () => Promise.resolve(false),
      enter: () => Promise.resolve(undefined),
      showCode() {},
      show() {},
      progress: (step, fraction) =>
        progress.push(fraction === undefined ? step : `${step} ${Math.round(fraction * 100)}%`),
    },
    project,
    changed: () => {
      changes++;
    },
  };
  const check = createCheck({ lock: "write", unknownClasses: "look-up", ...config }, clock);
  return {
    state,
    calls,
    asked,
    progress,
    problems,
    changes: () => changes,
    clock,
    project,
    controller,
    run: (...drafts) => {
      const plan: BatchPlan = { jobId: "job", workflow: "txt2img", drafts };
      return check(plan, context);
    },
  };
}

/** The calls that change something, without the queries. */
export const changesIn = (calls: readonly string[]): readonly string[] =>
  calls.filter((call) => /^(install|update|enable|disable|restart|start)/.test(call));

/** Lets pending work continue, file operations included, until the condition holds. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

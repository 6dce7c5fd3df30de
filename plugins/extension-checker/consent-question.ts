// The question to the user before anything is changed: the changes, the sources of the extensions, and where their code will run.

import { describeAction, describeStep, lockFileName, type Step, type StepOf } from "@pictor/extensions";
import type { Choice, ExtensionSource, Question } from "@pictor/kernel/plugin";
import type { Gate } from "./check-context.js";
import type { Assessment } from "./assess-extensions.js";

export type Answer =
  /** The steps to carry out, in this order. */
  | { readonly kind: "do"; readonly steps: readonly Step[] }
  | { readonly kind: "go-on" }
  | { readonly kind: "stop" };

/** The steps of an assessment that are possible. */
export interface Offer {
  readonly assessment: Assessment;
  readonly sources: ReadonlyMap<Step, ExtensionSource>;
  /** Unverifiable extensions that an update would make verifiable. */
  readonly updatable: readonly StepOf<"unverifiable">[];
  /** Updates to the versions of the lock file. */
  readonly pinUpdates: readonly StepOf<"update">[];
  readonly willRestart: "restart" | "by-hand" | "not-running";
}

const count = (steps: readonly Step[]): string =>
  steps.length === 1 ? "1 extension" : `${steps.length} extensions`;

function consequences(
  { willRestart }: Offer,
  { context: { info }, config }: Gate,
  steps: readonly Step[],
): readonly string[] {
  const brings = steps.some(({ kind }) => kind !== "restart");
  const restarts = {
    restart: "Its server is restarted once.",
    "by-hand": "Its server has to be restarted by hand afterwards.",
    "not-running": "Its server is started afterwards.",
  };
  return [
    ...(brings
      ? [`Their code will run on ${info.name} (${info.title}), with all rights of its server.`]
      : []),
    restarts[willRestart],
    ...(brings && config.lock === "write" ? [`${lockFileName} will name the versions that are used.`] : []),
  ];
}

const stale = (steps: readonly Step[]): readonly string[] =>
  steps.flatMap((step) => {
    if (!("stalePin" in step)) return [];
    const { version, commit } = step.stalePin;
    const named = version ?? commit ?? "another";
    return [
      `${lockFileName} names ${named} of ${step.id}, which is not what is needed; the lock file is not obeyed for it.`,
    ];
  });

interface Option extends Choice {
  readonly answer: Answer;
}

/** The first choice other than the safe one is the meaning of a general yes. */
function choicesOf(offer: Offer): { readonly choices: readonly Option[]; readonly safe: Option } {
  const { assessment, updatable, pinUpdates } = offer;
  const end: Option = { id: "stop", text: "Stop", answer: { kind: "stop" } };
  const all = [...assessment.changes, ...pinUpdates];
  if (assessment.changes.length > 0) {
    const plain: Option = {
      id: "change",
      text: "Make these changes, and continue",
      answer: { kind: "do", steps: all },
    };
    const more: Option = {
      id: "change-and-update",
      text: "Make these changes, and also update the extensions of unknown version",
      answer: { kind: "do", steps: [...all, ...updatable] },
    };
    return { choices: [plain, ...(updatable.length > 0 ? [more] : []), end], safe: end };
  }
  const goOn: Option = { id: "go-on", text: "Continue with what is installed", answer: { kind: "go-on" } };
  if (assessment.unverifiable.length > 0) {
    const update: Option = {
      id: "update",
      text: "Update first",
      answer: { kind: "do", steps: [...pinUpdates, ...updatable] },
    };
    return { choices: [goOn, ...(updatable.length > 0 ? [update] : []), end], safe: end };
  }
  const obey: Option = {
    id: "lock-file",
    text: "Change to the versions in the lock file",
    answer: { kind: "do", steps: pinUpdates },
  };
  return { choices: [obey, goOn, end], safe: goOn };
}

function titleOf({ assessment }: Offer, { plan, context: { info } }: Gate): string {
  const { changes, unverifiable, pinUpdates } = assessment;
  if (changes.every(({ kind }) => kind === "restart") && changes.length > 0)
    return `Restart the server of ${info.name} for ${count(changes)} that ${plan.workflow} needs?`;
  if (changes.length > 0)
    return `${plan.workflow} needs ${count(changes)} that ${info.name} lacks or has in another state. Make these changes?`;
  if (unverifiable.length > 0)
    return `Whether ${info.name} has what ${plan.workflow} needs cannot be determined. Continue?`;
  return `${info.name} has other versions of ${count(pinUpdates)} than ${lockFileName} names. Change them?`;
}

export function questionFor(
  offer: Offer,
  gate: Gate,
): { readonly question: Question; answerOf(id: string): Answer } {
  const { assessment, sources, pinUpdates, updatable } = offer;
  const { choices, safe } = choicesOf(offer);
  const changing = [...assessment.changes, ...pinUpdates];
  const action = (step: Step): string => describeAction(step, sources.get(step)) ?? "";
  const mayChange = changing.length > 0 || updatable.length > 0;
  const question: Question = {
    title: titleOf(offer, gate),
    detail: [
      ...changing.map(action),
      ...assessment.unverifiable.map(describeStep),
      ...updatable.map((step) => `Only if you choose to update: ${action(step)}`),
      ...stale(assessment.steps),
      ...(mayChange ? consequences(offer, gate, [...changing, ...updatable]) : []),
    ],
    choices: choices.map(({ id, text }) => ({ id, text })),
    safeChoice: safe.id,
  };
  return { question, answerOf: (id) => (choices.find((choice) => choice.id === id) ?? safe).answer };
}

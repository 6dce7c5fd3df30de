// The vetoes of the check: what is missing on which backend, and what the user can do. Pure.

import { describeByHand, describeStep, listed, type Step } from "@pictor/extensions";
import { PictorError, type Backend, type ExtensionSource, type Veto } from "@pictor/kernel/plugin";
import { adviceFor, commandsFor } from "./suggested-commands.js";

export type Sources = ReadonlyMap<Step, ExtensionSource>;

const veto = (code: string, message: string, hint: string): Veto => ({ kind: "veto", code, message, hint });
const facts = (steps: readonly Step[]): string => steps.map(describeStep).map(ended).join(" ");
/** Adds a period to a message of the server that ends without one. */
const ended = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);
const byHand = (steps: readonly Step[], sources: Sources = new Map()): string =>
  [...new Set(steps.map((step) => describeByHand(step, sources.get(step))))].join(" ");

/** Contradictory or invalid requirements; nothing was changed. */
export const conflictVeto = (name: string, steps: readonly Step[]): Veto =>
  veto(
    "EXTENSIONS_CONFLICT",
    `The extensions for ${name} cannot be had as they are required. ${facts(steps)}`,
    byHand(steps),
  );

export const missingVeto = (name: string, steps: readonly Step[], reason: string, sources?: Sources): Veto =>
  veto(
    "EXTENSIONS_MISSING",
    `${ended(`${name} lacks what is needed: ${facts(steps)}`)} ${ended(reason)}`,
    byHand(steps, sources),
  );

export const brokenVeto = (name: string, steps: readonly Step[], facets: Backend["facets"]): Veto =>
  veto(
    "EXTENSIONS_BROKEN",
    `The server of ${name} could not load what is needed. ${facts(steps)}`,
    [byHand(steps), ...adviceFor(steps, name, facets)].join(" "),
  );

const agree = "Agree when you are asked (`--yes` agrees without asking)";

/** The user declined, or could not be asked. The hint has commands for `possible` steps, and instructions for the others. */
export function declinedVeto(
  name: string,
  steps: readonly Step[],
  possible: readonly Step[],
  sources?: Sources,
): Veto {
  const commands = commandsFor(possible, name);
  const manual = steps.filter((step) => !possible.includes(step));
  const hint = [
    commands.length > 0
      ? `${agree}, or do it yourself: ${commands.join(", then ")}.`
      : `${agree}, or do it by hand:`,
    ...(commands.length > 0 && manual.length > 0 ? ["By hand:"] : []),
    ...(manual.length > 0 ? [byHand(manual, sources)] : []),
  ];
  return veto("EXTENSIONS_DECLINED", `Nothing was changed on ${name}. ${facts(steps)}`, hint.join(" "));
}

/** A step failed; `done` are the names of the extensions that were changed before and stay changed. */
export function changeFailedVeto(
  name: string,
  error: PictorError,
  done: readonly string[],
  isRestarted: boolean,
): Veto {
  const stays =
    done.length === 0
      ? `Nothing was changed on ${name}.`
      : `${listed(done)} ${done.length === 1 ? "was" : "were"} changed before, and ${done.length === 1 ? "stays" : "stay"}.`;
  const loads =
    done.length === 0 || isRestarted ? "" : ` The server of ${name} loads it when it starts the next time.`;
  return veto("EXTENSIONS_FAILED", `${ended(error.what)} ${stays}${loads}`, error.hint);
}

/** All changes were made, but the server was not restarted. */
export const restartVeto = (name: string, done: readonly string[], reason: string): Veto =>
  veto(
    "EXTENSIONS_RESTART_NEEDED",
    `${done.length === 0 ? `The server of ${name} has to be restarted` : `${listed(done)} ${done.length === 1 ? "is" : "are"} in place on ${name}, and its server loads ${done.length === 1 ? "it" : "them"} when it starts the next time`}. ${ended(reason)}`,
    `Restart the server of ${name}, and generate again.`,
  );

export const restartFailedVeto = (name: string, error: PictorError, done: readonly string[]): Veto =>
  veto(
    "EXTENSIONS_RESTART_FAILED",
    `${done.length === 0 ? "" : `${listed(done)} ${done.length === 1 ? "is" : "are"} in place on ${name}. `}The restart of its server failed: ${ended(error.what)}`,
    error.hint,
  );

/** All changes were made, and requirements are still not met. */
export const stillMissingVeto = (name: string, steps: readonly Step[], facets: Backend["facets"]): Veto =>
  veto(
    "EXTENSIONS_STILL_MISSING",
    `Everything was done, and ${name} still lacks what is needed. ${facts(steps)}`,
    [byHand(steps), ...adviceFor(steps, name, facets)].join(" "),
  );

/** What a member lacks; `failure` says why it could not be asked. */
export interface MemberLack {
  readonly member: string;
  readonly steps: readonly Step[];
  readonly failure?: string;
}

const lackFacts = (lacks: readonly MemberLack[]): string =>
  lacks
    .map(
      ({ member, steps, failure }) => `${member}: ${failure === undefined ? facts(steps) : ended(failure)}`,
    )
    .join(" ");

/** The veto of the member whose changes were offered, and what the others lack. */
export const membersVeto = (name: string, offered: Veto, lacks: readonly MemberLack[]): Veto => ({
  ...offered,
  message: `No member of ${name} has what is needed. ${lackFacts(lacks)} ${offered.message}`,
});

/** No member has what is needed, and none can be changed from here. */
export const noMemberVeto = (name: string, lacks: readonly MemberLack[]): Veto =>
  veto(
    "EXTENSIONS_MISSING",
    `No member of ${name} has what is needed. ${lackFacts(lacks)}`,
    `On one of the members: ${byHand([...lacks].filter(({ steps }) => steps.length > 0).sort((one, other) => one.steps.length - other.steps.length)[0]?.steps ?? [])}`,
  );

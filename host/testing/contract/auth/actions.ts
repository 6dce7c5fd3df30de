// The rule about cancelled actions: they store nothing any more.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { settlePromises } from "../../fake-clock.js";
import type { Rule } from "../rule.js";
import { appliesTo, checkSchemes } from "./auth-rule.js";
import type { Bench } from "./bench.js";
import { createRecorders, type Recorders } from "./recorders.js";
import type { Scheme } from "./scheme-settings.js";

const applies = ({ actions = [] }: Scheme): boolean => actions.length > 0;

/** Turns of the event loop after which an action waits for something else than a server on this machine. */
const maxTurns = 200;

type Stored = ReturnType<Recorders["stored"]>;

/** What plugins have changed; the kernel itself keeps the undo steps of profiles there. */
const changedKeys = (before: Stored, after: Stored): readonly string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter(
    (key) => key.startsWith("plugin/") && before.get(key) !== after.get(key),
  );

/** Cancels an action while it waits for a person. Returns the keys of what it has stored or deleted nevertheless. */
async function cancel(
  { pictor, home }: Bench,
  action: string,
  { stored, isAsked, answer }: Recorders,
): Promise<readonly string[]> {
  const controller = new AbortController();
  const before = stored();
  const running = pictor.profiles
    .run("contract", action, { signal: controller.signal, input: `${home.origin}/contract` })
    .catch((reason: unknown) => reason);
  const ended = running.then(() => true);
  for (let turn = 0; turn < maxTurns && !isAsked(); turn++)
    if (await Promise.race([ended, settlePromises()])) break;
  controller.abort(new Error("cancelled"));
  const then = stored();
  answer();
  for (let turn = 0; turn < 10; turn++) await settlePromises();
  await running;
  // An action may take back what it was storing when it was cancelled.
  return changedKeys(before, stored()).length === 0 ? [] : changedKeys(then, stored());
}

async function cancelledActionsStop(bench: Bench, recorders: Recorders): Promise<undefined> {
  const { id, actions = [] } = bench.scheme;
  for (const action of actions) {
    const [key] = await cancel(bench, action.id, recorders);
    if (key !== undefined)
      throw new Error(
        `the action ${action.id} of ${id} was cancelled, and changed the secret ${key} afterwards. Call signal.throwIfAborted() after each await, before anything is stored, and pass the signal on.`,
      );
  }
  return undefined;
}

const actionRule: Rule = {
  id: "auth-action-signal",
  name: "stores nothing after an action was cancelled",
  applies: appliesTo({ applies }),
  async check(subject) {
    const recorders = createRecorders();
    const { plugins, configuration, interaction } = recorders;
    // What an action changes in its profile is written into this folder.
    const directory = await mkdtemp(join(tmpdir(), "pictor-contract-"));
    try {
      const given = { applies, directory, plugins, configuration, interaction };
      return await checkSchemes(subject, given, (bench) => cancelledActionsStop(bench, recorders));
    } finally {
      await rm(directory, { recursive: true });
    }
  },
};

export const actionRules: readonly Rule[] = [actionRule];

// The same situations of a prompt on a server, for everything that passes prompts on: the outcome is the same, and
// nothing is run twice.

import { expect, it, onTestFinished } from "vitest";
import { idOf, type Ending, type Loss } from "./steps.test.support.js";
import { situations } from "./situations.test.support.js";
import {
  lifeAfterRestart,
  lifeBehindGateway,
  lifeInJob,
  lifeInPool,
  lifeInWorker,
} from "./users.test.support.js";

const users = [
  ["a pool", lifeInPool],
  ["a worker", lifeInWorker],
  ["a client of the gateway", lifeBehindGateway],
  ["a job", lifeInJob],
  ["a job after a restart", lifeAfterRestart],
] as const;

/** What the reasons of losses say. A job has its own kinds, for a person. */
const reasons: Readonly<Record<Loss, { readonly others: RegExp; readonly job: RegExp }>> = {
  crashed: { others: /: its server has crashed \(.*was killed/, job: /^crashed: .*was killed/ },
  unreachable: { others: /: (it has not answered|no reply .*) .* 60 s/, job: /^unreachable: .* 60 s/ },
  unreadable: {
    others: /: it does not say whether it has the prompt/,
    job: /^unreadable: .*not say whether/,
  },
  restarted: { others: /may have been restarted|the server was restarted/, job: /^restarted: / },
  forgotten: { others: /: it no longer knows the prompt/, job: /^(removed|restarted|evicted): / },
  unrecorded: { others: /: its run has ended, and it has no record/, job: /^evicted: / },
  stalled: {
    others: /: (its queue is stalled|it has begun the prompt, and has then removed)/,
    job: /^stalled: /,
  },
  unknown: { others: /(?!)/, job: /^unknown: / },
  recorded: { others: /: another server had it/, job: /^passedOn: .*another server had it/ },
};

it.each(users.flatMap(([user, open]) => situations.map((one) => ({ ...one, user, open }))))(
  "$user: $name",
  async ({ open, arrange, then, job, resumed, ...others }) => {
    const life = await open();
    onTestFinished(() => life.close());
    await arrange?.(life);
    life.begin();
    await life.clock.advance(0);
    await then?.(life);
    await life.clock.advance(400_000);
    const isResumed = open === lifeAfterRestart;
    const isJob = open === lifeInJob || isResumed;
    const {
      ends,
      loss,
      begun = 1,
    }: Ending = (isResumed ? resumed : undefined) ?? (isJob ? job : undefined) ?? others;
    const state = await life.state();
    expect([state.state, life.server.begun.get(idOf(life)) ?? 0]).toEqual([ends, begun]);
    const reason = loss && reasons[loss][isJob ? "job" : "others"];
    if (state.state === "lost") expect(state.reason).toEqual(expect.stringMatching(reason ?? /(?!)/));
  },
);

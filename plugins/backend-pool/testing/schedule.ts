// Random schedules of submissions, cancels and failures of members, and the rules that hold for each of them.

import fc from "fast-check";
import type { PromptState } from "@pictor/kernel/plugin";
import { checkpointGraph } from "./checkpoint-graph.js";
import { createTestPool, type TestPool } from "./test-pool.js";
import type { FakeServer, SubmitFault } from "./fake-server-control.js";

const names = ["one", "two", "three"] as const;
type Failure = "cut" | "mend" | "hang" | "die" | "stall";

type Step =
  | { readonly do: "submit"; readonly owner: string; readonly isDetached: boolean }
  | { readonly do: "cancel"; readonly which: number }
  | { readonly do: "pass"; readonly ms: number }
  | { readonly do: "fail"; readonly server: number; readonly how: Failure }
  | { readonly do: "answer badly"; readonly server: number; readonly how: SubmitFault };

interface Schedule {
  readonly traits: readonly {
    readonly assignsIds: boolean;
    readonly lies: boolean;
    readonly runMs: number;
  }[];
  readonly steps: readonly Step[];
}

export function schedules(maxLength: number): fc.Arbitrary<Schedule> {
  const server = fc.nat({ max: names.length - 1 });
  const failure = fc.constantFrom<Failure>("cut", "mend", "mend", "hang", "die", "stall");
  const trouble = fc.constantFrom<SubmitFault>(
    "lose reply",
    "late reply",
    "fail before",
    "refuse",
    "status 500, queued",
    "restart",
  );
  const submit = fc.record({
    do: fc.constant("submit" as const),
    owner: fc.constantFrom("A", "B"),
    isDetached: fc.boolean(),
  });
  const step: fc.Arbitrary<Step> = fc.oneof(
    { arbitrary: submit, weight: 4 },
    fc.record({ do: fc.constant("cancel" as const), which: fc.nat({ max: 20 }) }),
    fc.record({ do: fc.constant("pass" as const), ms: fc.constantFrom(1, 50, 400, 3_000, 30_000) }),
    fc.record({ do: fc.constant("fail" as const), server, how: failure }),
    fc.record({ do: fc.constant("answer badly" as const), server, how: trouble }),
  );
  const traits = fc.record({
    assignsIds: fc.boolean(),
    lies: fc.boolean(),
    runMs: fc.constantFrom(20, 500, 5_000),
  });
  return fc.record({
    traits: fc.array(traits, { minLength: names.length, maxLength: names.length }),
    steps: fc.array(step, { minLength: 3, maxLength }),
  });
}

interface Sent {
  readonly id: string;
  /** Undefined while `submit` is open. */
  outcome: "taken" | "refused" | undefined;
  isCancelled: boolean;
}

function act({ pool, servers }: TestPool, sent: Sent[], step: Step): number {
  switch (step.do) {
    case "submit": {
      const entry: Sent = { id: `prompt-${sent.length}`, outcome: undefined, isCancelled: false };
      sent.push(entry);
      const submission = {
        promptId: entry.id,
        graph: checkpointGraph(),
        owner: step.owner,
        record: { promptId: entry.id },
      };
      pool.submit(submission, { detached: step.isDetached }).then(
        () => (entry.outcome = "taken"),
        () => (entry.outcome = "refused"),
      );
      return 0;
    }
    case "cancel": {
      const entry = sent[step.which];
      if (entry === undefined) return 0;
      entry.isCancelled = true;
      pool.cancel(entry.id).catch(() => undefined);
      return 0;
    }
    case "pass":
      return step.ms;
    case "fail":
      servers[step.server]?.[step.how]();
      return 0;
    case "answer badly":
      servers[step.server]?.submitFaults.push(step.how);
      return 0;
  }
}

/** What is wrong with the ending of a prompt; undefined if nothing is. */
function breachOf(
  { id, outcome, isCancelled }: Sent,
  state: PromptState,
  servers: readonly FakeServer[],
): string | undefined {
  const runs = servers.reduce((count, { begun }) => count + (begun.get(id) ?? 0), 0);
  if (runs > 1) return `${id} was run ${runs} times`;
  if (outcome === undefined) return `the submission of ${id} did not settle`;
  const { state: verdict } = state;
  if (verdict === "queued" || verdict === "running") return `${id} is still "${verdict}"`;
  if (outcome === "refused")
    return runs > 0 && verdict === "unknown" ? `${id} was refused, and has run` : undefined;
  if (verdict === "succeeded" && runs !== 1) return `${id} has succeeded after ${runs} runs`;
  if (verdict === "unknown" && !isCancelled) return `${id} has no verdict`;
  if (verdict === "lost" && !servers.some(({ name }) => state.reason.includes(`the member ${name}`)))
    return `${id} is lost, and the reason does not name the member: ${state.reason}`;
  return undefined;
}

/** Runs a schedule, mends everything, and returns what is wrong then. */
export async function runSchedule({ traits, steps }: Schedule): Promise<readonly string[]> {
  const test = await createTestPool(names);
  const { pool, servers } = test;
  servers.forEach((server, index) => Object.assign(server, traits[index]));
  const sent: Sent[] = [];
  for (const step of steps) await test.pass(act(test, sent, step));
  for (const server of servers) {
    server.submitFaults = [];
    server.mend();
  }
  await test.pass(400_000);
  const breaches: string[] = [];
  const verdicts = new Map<string, string>();
  for (const entry of sent) {
    const reading = pool.state(entry.id).catch((): PromptState => ({ state: "unknown" }));
    await test.pass(0);
    const state = await reading;
    verdicts.set(entry.id, state.state);
    const breach = breachOf(entry, state, servers);
    if (breach !== undefined) breaches.push(breach);
  }
  await test.pass(60_000);
  for (const [id, before] of verdicts) {
    const reading = pool.state(id).catch((): PromptState => ({ state: "unknown" }));
    await test.pass(0);
    const { state } = await reading;
    if (state !== before) breaches.push(`${id} was "${before}", and is "${state}"`);
  }
  await test.close();
  if (test.clock.pending() > 0) breaches.push(`${test.clock.pending()} timers are left`);
  return breaches;
}

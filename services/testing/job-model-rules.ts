// What must hold of the job runner's model when every job has ended.

import type { Ended, Model, World } from "./job-model-world.js";
import type { GenerationResult, SubmissionResult } from "@pictor/kernel";

/** What a prompt can have become, by itself or for somebody, after its job had ended. */
const went: ReadonlySet<string | undefined> = new Set(["queued", "succeeded", "failed"]);

/** Whether the ending says of a prompt that it may go on. */
const isTold = (result: GenerationResult | SubmissionResult, promptId: string): boolean =>
  (result.status === "lost" && result.error.details["promptId"] === promptId) ||
  result.problems.some(
    ({ code, message }) => code === "BACKEND_CANCEL_UNCONFIRMED" && message.includes(promptId),
  );

/** Prompts that went on when what had sent them had ended, and did not say so. */
const untold = (
  { result, fates }: Ended<GenerationResult | SubmissionResult>,
  { server }: World,
): readonly string[] =>
  result === undefined || result.status === "submitted"
    ? []
    : [...server.owners].flatMap(([id, { jobId }]) => {
        const wasOpen = jobId === result.jobId && (fates?.get(id) ?? "queued") === "queued";
        return wasOpen && went.has(server.truth.get(id)) && !isTold(result, id) ? [id] : [];
      });

/** A server that is away for less than that, in all, fails nobody who was on his way to it. Milliseconds. */
const riddenOutMs = 50_000;

const terminal: ReadonlySet<string> = new Set(["finished", "vetoed", "interrupted", "failed", "lost"]);

/** What contradicts the rules; empty when all hold. */
export function breaches(world: World, { hasForgotten, hasRemoved }: Model): readonly string[] {
  const { server, clock, jobs, submissions, behind, orphans } = world;
  const found: string[] = [];
  const rule = (holds: boolean, text: string): void => {
    if (!holds) found.push(text);
  };
  for (const one of [...jobs, ...submissions]) {
    const left = untold(one, world).length;
    rule(left === 0, `${left} prompts of one that ended as ${String(one.result?.status)} went on untold`);
  }
  for (const { result, batches } of submissions) {
    if (result === undefined) found.push("a submission hangs");
    if (result?.status !== "submitted") continue;
    rule(result.promptIds.length === batches, `${result.promptIds.length} of ${batches} were submitted`);
    const isEach = result.promptIds.every((id) => server.owners.has(id));
    rule(isEach, "what was submitted never came");
  }
  for (const [index, { events, result, fates, isCancelled, batches, generation }] of jobs.entries()) {
    const at = `job ${index}`;
    if (result === undefined) {
      found.push(`${at} hangs`);
      continue;
    }
    const endings = events.flatMap((event) =>
      event.type === "job" && terminal.has(event.state) ? [event.state] : [],
    );
    rule(
      endings.length === 1 && endings[0] === result.status,
      `${at} ended as ${endings.join()} and ${result.status}`,
    );
    const names = result.outputs.map(({ batch, file }) => `${batch} ${file.filename}`);
    rule(new Set(names).size === names.length, `${at} has an output twice: ${names.join()}`);
    const told = events.filter(({ type }) => type === "output").length;
    rule(told === names.length, `${at} told ${told} outputs of ${names.length}`);
    const prompts = [...server.owners].filter(([, owner]) => owner.jobId === generation.jobId);
    const fatesOf = (batch: number) =>
      prompts.flatMap(([id, owner]) => (owner.batch === batch ? [server.truth.get(id)] : []));
    const all = prompts.map(([id]) => server.truth.get(id));
    const isMissed = result.problems.some(({ code }) => code === "JOB_RECORD_MISSING");
    const isKept = prompts.every(([id]) => server.history.has(id));
    rule(!isMissed || !isKept, `${at} missed a record that is there`);
    switch (result.status) {
      case "finished":
        for (let batch = 0; batch < batches; batch++) {
          rule(
            fatesOf(batch).includes("succeeded"),
            `${at} finished, its batch ${batch} ${fatesOf(batch).join()}`,
          );
        }
        rule(names.length >= batches, `${at} finished with ${names.length} outputs`);
        break;
      case "interrupted":
        if (result.by === "caller") rule(isCancelled, `${at} was not cancelled`);
        else rule(all.includes("interrupted"), `${at} was not interrupted: ${all.join()}`);
        break;
      case "failed":
        if (result.error.code === "NODE_FAILED")
          rule(all.includes("failed"), `${at} did not fail: ${all.join()}`);
        else {
          rule(
            /^BACKEND_(UNREACHABLE|REPLY)$/.test(result.error.code),
            `${at} failed: ${result.error.message}`,
          );
          const last = events.findLast((event) => event.type === "job");
          const left = fatesOf(last?.batch ?? 0).filter((fate) => went.has(fate));
          rule(left.length === 0, `${at} failed (${result.error.code}), its prompt ${left.join()}`);
          const wasOnItsWay = events.some((event) => event.type === "job" && event.state === "uploading");
          rule(
            !wasOnItsWay || server.awayMs() >= riddenOutMs,
            `${at} did not ride out ${server.awayMs()} ms`,
          );
        }
        break;
      case "lost": {
        const last = prompts.at(-1)?.[0] ?? "";
        const why = String(result.error.details["why"]);
        const isKnown = server.history.has(last) && why !== "unreachable" && why !== "stalled";
        rule(!isKnown, `${at} is lost (${why}), and the server has its record`);
        const isGone = why !== "evicted" && server.truth.get(last) === "removed";
        // A server that is asked can have taken it up later, or have forgotten it.
        const isThere = fates?.get(last) === "queued" || server.history.has(last);
        // Or it took the prompt only after the job had waited in vain for the reply to its submission.
        const isLate = server.keptWaitingMs(last) >= riddenOutMs;
        const isAway = server.awayMs() >= riddenOutMs || !isThere || isLate;
        const hasReason = why === "unreachable" ? isAway : hasForgotten || isGone;
        rule(hasReason, `${at} is lost (${why}) without a reason`);
        break;
      }
      case "vetoed":
        found.push(`${at} was vetoed`);
    }
  }
  const batches = server.taken.map((id) => JSON.stringify(server.owners.get(id)));
  const isOnce = new Set(batches).size === batches.length;
  rule(hasForgotten || hasRemoved || isOnce, "a batch was queued twice");
  rule(orphans.length === 0, `${orphans.length} prompts are left for nobody`);
  rule(server.queue.length === 0 && server.running() === undefined, "something is left on the server");
  rule(server.listening() === 0, `${server.listening()} listeners are left`);
  rule(clock.pending() === 0, `${clock.pending()} timers are left`);
  rule(behind.size === 0, `${behind.size} works are left in the background`);
  return found;
}

// The rules of the job runner's model, which must hold when every job has ended.

import type { Ended, Model, World } from "./job-model-world.js";
import type { GenerationResult, SubmissionResult } from "@pictor/kernel";

/** The states of a prompt that was not revoked. */
const continued: ReadonlySet<string | undefined> = new Set(["queued", "succeeded", "failed"]);

/** Whether the result of a job says that the prompt may continue. */
const isReported = (result: GenerationResult | SubmissionResult, promptId: string): boolean =>
  (result.status === "lost" && result.error.details["promptId"] === promptId) ||
  result.problems.some(
    ({ code, message }) => code === "BACKEND_CANCEL_UNCONFIRMED" && message.includes(promptId),
  );

/** The prompts of an ended job that continued although its result does not say so. */
const unreportedPrompts = (
  { result, fates }: Ended<GenerationResult | SubmissionResult>,
  { server }: World,
): readonly string[] =>
  result === undefined || result.status === "submitted"
    ? []
    : [...server.owners].flatMap(([id, { jobId }]) => {
        const wasOpen = jobId === result.jobId && (fates?.get(id) ?? "queued") === "queued";
        return wasOpen && continued.has(server.fates.get(id)) && !isReported(result, id) ? [id] : [];
      });

/** Milliseconds of an outage, in total, that every job must survive. */
const survivableMs = 50_000;

const terminal: ReadonlySet<string> = new Set(["finished", "vetoed", "interrupted", "failed", "lost"]);

/** Describes the violated rules; empty if all hold. */
export function violations(world: World, { hasForgotten, hasRemoved }: Model): readonly string[] {
  const { server, clock, jobs, submissions, backgroundWork, orphans } = world;
  const found: string[] = [];
  const rule = (holds: boolean, text: string): void => {
    if (!holds) found.push(text);
  };
  for (const ended of [...jobs, ...submissions]) {
    const left = unreportedPrompts(ended, world).length;
    rule(left === 0, `${left} prompts of a job that ended as ${String(ended.result?.status)} continued`);
  }
  for (const { result, batches } of submissions) {
    if (result === undefined) found.push("a submission hangs");
    if (result?.status !== "submitted") continue;
    rule(result.promptIds.length === batches, `${result.promptIds.length} of ${batches} were submitted`);
    const allArrived = result.promptIds.every((id) => server.owners.has(id));
    rule(allArrived, "a submitted prompt never reached the server");
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
    const published = events.filter(({ type }) => type === "output").length;
    rule(published === names.length, `${at} published ${published} outputs of ${names.length}`);
    const prompts = [...server.owners].filter(([, owner]) => owner.jobId === generation.jobId);
    const fatesOf = (batch: number) =>
      prompts.flatMap(([id, owner]) => (owner.batch === batch ? [server.fates.get(id)] : []));
    const all = prompts.map(([id]) => server.fates.get(id));
    const isMissed = result.problems.some(({ code }) => code === "JOB_RECORD_MISSING");
    const isKept = prompts.every(([id]) => server.history.has(id));
    rule(!isMissed || !isKept, `${at} reported a record as missing that exists`);
    switch (result.status) {
      case "finished":
        for (let batch = 0; batch < batches; batch++) {
          rule(
            fatesOf(batch).includes("succeeded"),
            `${at} finished, but its batch ${batch} is ${fatesOf(batch).join()}`,
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
          const left = prompts.flatMap(([id, { batch }]) => {
            const fate = server.fates.get(id);
            return batch === (last?.batch ?? 0) && continued.has(fate) && !isReported(result, id)
              ? [fate]
              : [];
          });
          rule(left.length === 0, `${at} failed (${result.error.code}), but its prompt is ${left.join()}`);
          const hasReachedUpload = events.some(
            (event) => event.type === "job" && event.state === "uploading",
          );
          rule(
            !hasReachedUpload || server.outageMs() >= survivableMs,
            `${at} did not survive an outage of ${server.outageMs()} ms`,
          );
        }
        break;
      case "lost": {
        const last = String(result.error.details["promptId"]);
        const why = String(result.error.details["why"]);
        const isKnown = server.history.has(last) && why !== "unreachable" && why !== "stalled";
        rule(!isKnown, `${at} is lost (${why}), and the server has its record`);
        const isGone = why !== "evicted" && server.fates.get(last) === "removed";
        // The server may have accepted the prompt later, or have forgotten it.
        const isPresent = fates?.get(last) === "queued" || server.history.has(last);
        // The server may have accepted the prompt only after the job had stopped waiting for the reply.
        const isLate = server.acceptDelayMs(last) >= survivableMs;
        const wasUnreachable = server.outageMs() >= survivableMs || !isPresent || isLate;
        const hasReason = why === "unreachable" ? wasUnreachable : hasForgotten || isGone;
        rule(hasReason, `${at} is lost (${why}) without a reason`);
        break;
      }
      case "vetoed":
        found.push(`${at} was vetoed`);
    }
  }
  const batches = server.accepted.map((id) => JSON.stringify(server.owners.get(id)));
  const isOnce = new Set(batches).size === batches.length;
  rule(hasForgotten || hasRemoved || isOnce, "a batch was queued twice");
  rule(orphans.length === 0, `${orphans.length} prompts were not revoked`);
  rule(server.queue.length === 0 && server.running() === undefined, "a prompt is left on the server");
  rule(server.listening() === 0, `${server.listening()} listeners are left`);
  rule(clock.pending() === 0, `${clock.pending()} timers are left`);
  rule(backgroundWork.size === 0, `${backgroundWork.size} background tasks are left`);
  return found;
}

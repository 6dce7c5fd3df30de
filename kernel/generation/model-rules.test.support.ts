// What must hold of the job runner's model when every job has ended.

import type { Model, World } from "./model-world.test.support.js";

const terminal: ReadonlySet<string> = new Set(["finished", "vetoed", "interrupted", "failed", "lost"]);

/** What contradicts the rules; empty when all hold. */
export function breaches({ server, clock, jobs, behind }: World, { hasForgotten }: Model): readonly string[] {
  const found: string[] = [];
  const rule = (holds: boolean, text: string): void => {
    if (!holds) found.push(text);
  };
  for (const [index, { events, result, isCancelled, batches, generation }] of jobs.entries()) {
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
        else rule(result.error.code.startsWith("BACKEND_"), `${at} failed with ${result.error.message}`);
        break;
      case "lost": {
        const last = prompts.at(-1)?.[0] ?? "";
        const why = String(result.error.details["why"]);
        const isKnown = server.history.has(last) && why !== "unreachable" && why !== "stalled";
        rule(!isKnown, `${at} is lost (${why}), and the server has its record`);
        const isGone = why !== "evicted" && server.truth.get(last) === "removed";
        rule(hasForgotten || isGone, `${at} is lost (${why}) without a reason`);
        break;
      }
      case "vetoed":
        found.push(`${at} was vetoed`);
    }
  }
  const batches = server.taken.map((id) => JSON.stringify(server.owners.get(id)));
  rule(hasForgotten || new Set(batches).size === batches.length, "a batch was queued twice");
  rule(server.queue.length === 0 && server.running() === undefined, "something is left on the server");
  rule(server.listening() === 0, `${server.listening()} listeners are left`);
  rule(clock.pending() === 0, `${clock.pending()} timers are left`);
  rule(behind.size === 0, `${behind.size} works are left in the background`);
  return found;
}

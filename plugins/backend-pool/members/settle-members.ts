// Waits until it is known which members answer.

import { PictorError, type Clock } from "@pictor/kernel/plugin";
import { poolUnreachable } from "../base/pool-unreachable.js";
import type { Limits } from "../base/limits.js";
import { waitForMost } from "../base/wait-for-most.js";
import type { Member } from "./member.js";

interface Pool {
  readonly name: string;
  readonly members: ReadonlyMap<string, Member>;
  readonly clock: Clock;
  readonly limits: Limits;
}

/** Each member that does not answer, with the reason: `studio: no answer within 20 s; attic: ...`. */
export const describeFailures = (members: Iterable<Member>): string =>
  [...members]
    .flatMap((member) => {
      const health = member.health();
      return health.state === "unreachable" ? [`${member.name}: ${health.reason}`] : [];
    })
    .join("; ");

/** The error for a pool of which no member answers. */
export const noAnswer = (pool: string, members: Iterable<Member>): PictorError =>
  poolUnreachable(pool, `no member of the pool answers (${describeFailures(members)})`);

/** Errors of the configuration, which no wait mends. */
const isMisconfigured = (failure: unknown): failure is PictorError =>
  failure instanceof PictorError && ["BACKEND_UNKNOWN", "BACKEND_CYCLE"].includes(failure.base);

/**
 * Asks the members that have never answered, and all of them if none is ready. Resolves when they have answered; if
 * some are ready, at the latest when the others have been asked for a short time. Rejects with `BACKEND_UNREACHABLE` if
 * none answers, or with what is wrong with the configuration if none can be opened because of that.
 */
export async function settleMembers(
  { name, members, clock, limits }: Pool,
  signal: AbortSignal | undefined,
): Promise<readonly Member[]> {
  const all = [...members.values()];
  const isEnough = all.some((member) => member.isReady());
  const asked = isEnough ? all.filter((member) => member.health().state === "unchecked") : all;
  if (asked.length > 0) {
    // A call before this one may have waited for them.
    const ms = Math.max(0, ...asked.map((member) => limits.patienceMs - member.unansweredMs()));
    const checks = asked.map(async (member) => {
      await member.check();
      return member.isReady();
    });
    await waitForMost([Promise.resolve(isEnough), ...checks], { clock, ms, signal });
  }
  const ready = all.filter((member) => member.isReady());
  if (ready.length > 0) return ready;
  const failures = all.map((member) => member.failure());
  const [first] = failures;
  if (isMisconfigured(first) && failures.every(isMisconfigured)) throw first;
  throw noAnswer(name, all);
}

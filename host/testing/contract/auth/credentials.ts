// The credentials of an auth scheme on the wire: which headers and query parameters they are, and their values.

import type { NotChecked } from "../rule.js";
import { describeOutcome, type Bench, type Outcome } from "./bench.js";
import type { Arrived } from "./recording-server.js";

/** The names of what the scheme added to the last request: `header Authorization`, `query parameter key`. */
export const addedNames = (outcome: Outcome): readonly string[] =>
  outcome.kind === "reply" ? (outcome.reply.hops.at(-1)?.added ?? []) : [];

/** The values that a named credential has on the wire. */
export function valuesOf(name: string, { target, headers }: Arrived): readonly string[] {
  const [, kind, key = ""] = /^(header|query parameter) (.*)$/.exec(name) ?? [];
  return kind === "header"
    ? headers.filter(([other]) => other.toLowerCase() === key.toLowerCase()).map(([, value]) => value)
    : new URL(target, "http://wire").searchParams.getAll(key);
}

/** The credentials that a request lacks, or has more than once. */
export const missingIn = (names: readonly string[], arrived: Arrived): readonly string[] =>
  names.filter((name) => valuesOf(name, arrived).length === 0);
export const repeatedIn = (names: readonly string[], arrived: Arrived): readonly string[] =>
  names.filter((name) => valuesOf(name, arrived).length > 1);

export const noChallenge: NotChecked = {
  notChecked: "there is no sample of a challenge; contract.js can name one",
};

/**
 * What the scheme adds to a request that is not challenged. A scheme that waits for a challenge gets one first.
 * `NotChecked` if no request can be sent, which is the matter of the first rule.
 */
export async function usualCredentials({
  send,
  scheme,
  challenge,
  home,
}: Bench): Promise<readonly string[] | NotChecked> {
  const first = await send();
  if (first.kind !== "reply") return { notChecked: `no request can be sent: ${describeOutcome(first)}` };
  const names = addedNames(first);
  if (names.length > 0 || !scheme.challenge) {
    return names.length > 0 ? names : { notChecked: "the scheme adds no credential" };
  }
  if (challenge === undefined) return noChallenge;
  home.next({ status: 401, headers: challenge });
  await send();
  const later = addedNames(await send());
  return later.length > 0
    ? later
    : { notChecked: "the scheme adds nothing to a request without a challenge" };
}

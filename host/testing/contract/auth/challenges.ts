// The rules about challenges: they are answered, foreign ones are left to the caller, and their contents stay with their origin.

import type { Rule } from "../rule.js";
import { schemeRule } from "./auth-rule.js";
import { describeOutcome, wireText } from "./bench.js";
import { addedNames, noChallenge } from "./credentials.js";
import type { Arrived } from "./recording-server.js";
import type { Scheme } from "./scheme-settings.js";

const applies = ({ challenge }: Scheme): boolean => challenge;

const answered: Rule = schemeRule(
  { id: "auth-challenge", name: "answers a challenge with other credentials", applies },
  async ({ exchange, challenge, home, clock }) => {
    if (challenge === undefined) return noChallenge;
    const first = await exchange();
    // What is made anew from the time differs after a while only.
    await clock.advance(60_000);
    home.next({ status: 401, headers: challenge });
    const { outcome, arrived } = await exchange();
    if (addedNames(first.outcome).length + addedNames(outcome).length === 0)
      return { notChecked: "the scheme adds no credential" };
    if (outcome.kind === "reply" && arrived.length === 2) return undefined;
    throw new Error(
      `the sample challenge ended with ${describeOutcome(outcome)}. For the reason "challenge", return a request whose credentials differ from those that were refused, or do not declare "challenge".`,
    );
  },
);

/** Answers of servers that want something else. */
const foreign: readonly Readonly<Record<string, string>>[] = [
  {},
  { "www-authenticate": 'Unheard-Of realm="contract", nonce="' },
  { "www-authenticate": ',, =;"\\' },
];

const foreignLeft: Rule = schemeRule(
  { id: "auth-foreign-challenge", name: "leaves a challenge that it does not know to the caller", applies },
  async ({ send, home }) => {
    for (const headers of foreign) {
      home.next({ status: 401, headers });
      const outcome = await send();
      if (outcome.kind === "threw")
        throw new Error(
          `a 401 ${headers["www-authenticate"] === undefined ? "without WWW-Authenticate" : `with WWW-Authenticate: ${headers["www-authenticate"]}`} ended with ${describeOutcome(outcome)}. Return undefined for a challenge that the scheme cannot read.`,
        );
    }
    return undefined;
  },
);

/** What identifies a challenge: its longer words, such as a nonce. */
const wordsOf = (challenge: Readonly<Record<string, string>>): readonly string[] =>
  Object.values(challenge).flatMap((value) => value.match(/[\w+/.~-]{6,}/g) ?? []);

const shownIn = (arrived: readonly Arrived[], words: readonly string[]): readonly string[] =>
  words.filter((word) => arrived.some((request) => wireText(request).includes(word)));

const keptApart: Rule = schemeRule(
  {
    id: "auth-origin-state",
    name: "sends what one server has sent to no other origin",
    applies,
    profiles: () => [{ name: "listed", listsBoth: true }],
  },
  async ({ exchange, challenge, home, other }) => {
    if (challenge === undefined) return noChallenge;
    const url = `${other.origin}/contract`;
    const usual = shownIn((await exchange({ url })).elsewhere, wordsOf(challenge));
    const words = wordsOf(challenge).filter((word) => !usual.includes(word));
    const requireNone = (elsewhere: readonly Arrived[], when: string): void => {
      const [word] = shownIn(elsewhere, words);
      if (word !== undefined)
        throw new Error(
          `"${word}", which one server had sent in its challenge, arrived at another origin ${when}. Key what you keep of a challenge by the origin of request.url.`,
        );
    };
    const refusal = { status: 401, headers: challenge };
    home.next(refusal);
    await exchange();
    requireNone((await exchange({ url })).elsewhere, "with a later request");
    home.next(refusal, { status: 307, headers: { location: url } });
    requireNone((await exchange({ auth: "listed" })).elsewhere, "after a redirect");
    return undefined;
  },
);

export const challengeRules: readonly Rule[] = [answered, foreignLeft, keptApart];

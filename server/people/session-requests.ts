// Pages without a session that ask an open page to admit them: both show the same code, which a person compares, as for a
// device (RFC 8628).

import { randomBytes, randomInt } from "node:crypto";
import type { SessionRequest } from "@pictor/client";
import type { Clock } from "@pictor/kernel";
import { fault } from "../contract/faults.js";
import type { Scope } from "@pictor/features/base";
import type { ClientInteraction } from "./people.js";
import type { Credentials } from "../access/credentials.js";
import { tokenDigest } from "../access/new-token.js";

/** What an admitted page may do. */
interface RequestedSession {
  readonly name: string;
  readonly scopes: readonly Scope[];
}

export type SessionAnswer =
  | { readonly state: "waiting" | "refused" }
  | { readonly state: "granted"; readonly token: string; readonly scopes: readonly Scope[] };

/** Letters that cannot be confused and form no words (RFC 8628 section 6.1). */
const letters = "BCDFGHJKLMNPQRSTVWXZ";
const newUserCode = (): string =>
  Array.from(
    { length: 8 },
    (_, at) => (at === 4 ? "-" : "") + (letters[randomInt(letters.length)] ?? ""),
  ).join("");

const lifetimeMs = 120_000;
/** Milliseconds without a poll after which a page counts as closed, and its request as withdrawn. */
const silenceMs = 15_000;
/**
 * Limits that keep a program from flooding the open pages with questions: the number of open requests, and the pause
 * after a refusal.
 */
const maxOpen = 3;
const pauseMs = 30_000;

interface Open {
  answer: SessionAnswer;
  heard(): void;
  forget(): void;
}

export class SessionRequests {
  /** The open requests by the digests of their secrets. */
  readonly #open = new Map<string, Open>();
  readonly #clock: Clock;
  readonly #people: Pick<ClientInteraction, "askAdministrator">;
  readonly #credentials: Pick<Credentials, "openSession" | "isRevoked">;
  #pausedUntilMs = 0;

  constructor(
    clock: Clock,
    people: Pick<ClientInteraction, "askAdministrator">,
    credentials: Pick<Credentials, "openSession" | "isRevoked">,
  ) {
    this.#clock = clock;
    this.#people = people;
    this.#credentials = credentials;
  }

  /** Requests a session, which `answerOf` returns. `browser` is what the page says it is. Throws `API_TOO_MANY`. */
  ask(session: RequestedSession, browser: string): SessionRequest {
    const clock = this.#clock;
    const pause = this.#pausedUntilMs - clock.now();
    if (pause > 0 || this.#open.size >= maxOpen)
      throw fault("API_TOO_MANY", {
        what: "pages that ask to be let in",
        seconds: Math.ceil((pause > 0 ? pause : silenceMs) / 1000),
      });
    const secret = randomBytes(32).toString("base64url");
    const key = tokenDigest(secret);
    const userCode = newUserCode();
    const gone = new AbortController();
    const forget = (): void => {
      stopLife();
      stopSilence();
      this.#open.delete(key);
      gone.abort();
    };
    const stopLife = clock.after(lifetimeMs, forget);
    let stopSilence = clock.after(silenceMs, forget);
    const heard = (): void => {
      stopSilence();
      stopSilence = clock.after(silenceMs, forget);
    };
    this.#open.set(key, { answer: { state: "waiting" }, heard, forget });
    const question = {
      title: `Let another page in? Its code is ${userCode}`,
      detail: [
        `${browser} asks for a session of the ${session.name}. It may then do what this page may do.`,
        "Agree only if you have opened it yourself, and it shows the same code.",
      ],
      choices: [
        { id: "grant", text: `it shows ${userCode}: let it in` },
        { id: "refuse", text: "refuse" },
      ],
      safeChoice: "refuse",
    };
    void this.#people
      .askAdministrator(question, gone.signal)
      .then((answered) => this.#settle(key, session, answered));
    return { secret, userCode, expiresAtMs: clock.now() + lifetimeMs };
  }

  #settle(
    key: string,
    { name, scopes }: RequestedSession,
    answered: { readonly choice: string; readonly tokenId: string } | undefined,
  ): void {
    const open = this.#open.get(key);
    if (open === undefined || answered === undefined) return;
    if (answered.choice !== "grant" || this.#credentials.isRevoked(answered.tokenId)) {
      this.#pausedUntilMs = this.#clock.now() + pauseMs;
      open.answer = { state: "refused" };
      return;
    }
    // The session ends with that of the page that has admitted it, in case that one turns out to be stolen.
    const { token } = this.#credentials.openSession(name, scopes, answered.tokenId);
    open.answer = { state: "granted", token, scopes };
  }

  /**
   * The answer so far; a final answer is returned only once. Undefined if the secret is unknown or its request has
   * expired.
   */
  answerOf(secret: string): SessionAnswer | undefined {
    const key = tokenDigest(secret);
    const open = this.#open.get(key);
    if (open === undefined) return undefined;
    if (open.answer.state === "waiting") open.heard();
    else open.forget();
    return open.answer;
  }
}

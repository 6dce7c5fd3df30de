// A store, a provider and settings for the tests of tokens: all in memory, all counted, time in the test's hand.

import { fault, type Logger, type Secrets } from "@pictor/kernel/plugin";
import { createFakeClock } from "@pictor/kernel/testing";
import { oauthFault } from "../faults.js";
import type { TokenAnswer } from "../protocol/types.js";
import type { Fields, OAuthSetting } from "../setting.js";
import type { Provider } from "./renew.js";
import { createTokens } from "./tokens.js";
import { blank } from "../blank.test.support.js";

export const startMs = 1_700_000_000_000;

export const fields: Fields = {
  ...blank,
  tokenUrl: "https://id.example/token",
  clientId: "pictor",
  clientSecret: "client-secret",
  scopes: "read write",
  authorizationUrl: "https://id.example/authorize",
  deviceAuthorizationUrl: "https://id.example/device",
};

export const settingOf = (
  changed: Partial<Fields> = {},
  place: Partial<Omit<OAuthSetting, "fields">> = {},
): OAuthSetting => ({
  fields: { ...fields, ...changed },
  profile: "studio",
  file: undefined,
  environment: undefined,
  ...place,
});

/** A token that lives for an hour, with a refresh token. */
export const answerOf = (changed: Partial<TokenAnswer> = {}): TokenAnswer => ({
  accessToken: "access-0",
  tokenType: "Bearer",
  requestedAtMs: startMs,
  expiresAtMs: startMs + 3_600_000,
  scope: undefined,
  refreshToken: "refresh-0",
  idToken: undefined,
  notes: [],
  ...changed,
});

/** Secrets in memory, as slow as a turn of the loop; `calls` lists what was asked for. */
export function countedSecrets() {
  const values = new Map<string, string>();
  const calls: string[] = [];
  const tails = new Map<string, Promise<unknown>>();
  const state = {
    values,
    calls,
    full: false,
    locked: false,
    /** Runs between a look and its answer. */
    looking: async (): Promise<void> => undefined,
  };
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const secrets: Secrets = {
    async get(key) {
      calls.push("get");
      const value = values.get(key);
      await turn();
      await state.looking();
      return value;
    },
    async set(key, value) {
      calls.push("set");
      await turn();
      if (state.full) throw fault("SECRETS_UNAVAILABLE", { store: "file", reason: "ENOSPC" });
      values.set(key, value);
    },
    async delete(key) {
      calls.push("delete");
      values.delete(key);
    },
    keys: async () => [...values.keys()],
    async exclusively(key, work) {
      if (state.locked) throw fault("SECRETS_LOCKED", { store: "file", seconds: 65 });
      const before = tails.get(key) ?? Promise.resolve();
      const mine = before.then(work, work);
      tails.set(key, mine);
      return mine;
    },
  };
  return { ...secrets, state };
}

/** What the provider is told to fail with; the texts stand for what must never be shown. */
export const refusals = {
  "invalid-grant": oauthFault("OAUTH_REFUSED", {
    url: "https://id.example/token",
    error: "invalid_grant",
    description: "",
    advice: "Sign in again.",
  }),
  temporary: fault("AUTH_UNREACHABLE", { where: "https://id.example/token", reason: "status 503" }),
  other: new Error("header value refresh-0 is wrong"),
} as const;

export type Failure = keyof typeof refusals;

/**
 * One process over `secrets`. The provider counts: `refreshed` lists the refresh tokens that it got, `fetched` the
 * grants. Each answer has a new access token and a new refresh token, unless `next` changes it or `failure` is set.
 */
export function workshop(secrets = countedSecrets(), clock = createFakeClock(startMs)) {
  const log: string[] = [];
  const write = (message: string) => void log.push(message);
  const logger: Logger = { debug: write, info: write, warn: write, error: write };
  const hidden = new Set<string>();
  const refreshedWith: string[] = [];
  const fetched: string[] = [];
  const provider = {
    failure: undefined as Failure | undefined,
    next: {} as Partial<TokenAnswer>,
    /** Runs while the provider thinks. */
    meanwhile: async (): Promise<void> => undefined,
  };
  let count = 0;
  const answer = async (prefix: string): Promise<TokenAnswer> => {
    const requestedAtMs = clock.now();
    await new Promise((resolve) => setImmediate(resolve));
    await provider.meanwhile();
    if (provider.failure !== undefined) throw refusals[provider.failure];
    const number = ++count;
    return answerOf({
      accessToken: `${prefix}-access-${number}`,
      refreshToken: `${prefix}-refresh-${number}`,
      requestedAtMs,
      expiresAtMs: requestedAtMs + 3_600_000,
      ...provider.next,
    });
  };
  const calls: Provider = {
    refresh(_setting, refreshToken) {
      refreshedWith.push(refreshToken);
      return answer("refreshed");
    },
    fetch(setting) {
      fetched.push(setting.fields.grantType);
      return answer("fetched");
    },
    kindOfFailure: (error) =>
      (Object.keys(refusals) as Failure[]).find((kind) => refusals[kind] === error) ?? "other",
  };
  const { signal } = new AbortController();
  const tokens = createTokens({ ...calls, secrets, clock, logger, signal, hide: (text) => hidden.add(text) });
  return { tokens, secrets, clock, provider, refreshedWith, fetched, log, hidden };
}

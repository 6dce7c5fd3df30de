// For tests of the token store: settings, secrets in memory and scripted grants, all counted, with a fake clock.

import { fault, type KeyLock, type Logger, type Secrets } from "@pictor/kernel/plugin";
import { createFakeClock } from "@pictor/host/testing";
import { oauthFault } from "../faults.js";
import type { TokenResponse } from "../protocol/token-request.js";
import type { RenewalGrants } from "../tokens/renew-token.js";
import { TokenStore } from "../tokens/token-store.js";
import { settingFactory } from "./settings.js";

export const startMs = 1_700_000_000_000;

export const settingWith = settingFactory("studio", {
  tokenUrl: "https://id.example/token",
  clientId: "pictor",
  clientSecret: "client-secret",
  scopes: "read write",
  authorizationUrl: "https://id.example/authorize",
  deviceAuthorizationUrl: "https://id.example/device",
});

/** A response with a lifetime of an hour and a refresh token, except for the changed members. */
export const tokenResponse = (changed: Partial<TokenResponse> = {}): TokenResponse => ({
  accessToken: "access-0",
  tokenType: "Bearer",
  requestedAtMs: startMs,
  expiresAtMs: startMs + 3_600_000,
  scope: undefined,
  refreshToken: "refresh-0",
  idToken: undefined,
  issuedTokenType: undefined,
  notes: [],
  ...changed,
});

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** Secrets in memory. Each access takes a turn of the event loop. */
export function createCountedSecrets() {
  const values = new Map<string, string>();
  const calls: string[] = [];
  const lastOfKey = new Map<string, Promise<unknown>>();
  const held = new Set<AbortController>();
  const state = {
    values,
    /** The methods called so far. */
    calls,
    isFull: false,
    isLocked: false,
    /** Takes the locks of all works away that are under way. */
    takeLocks: (): void => {
      for (const controller of held)
        controller.abort(fault("SECRETS_UNAVAILABLE", { store: "file", reason: "lost" }));
      held.clear();
      lastOfKey.clear();
    },
    /** Delays the result of `get`. */
    beforeGetSettles: (): Promise<void> => Promise.resolve(),
  };
  const secrets: Secrets = {
    async get(key) {
      calls.push("get");
      const value = values.get(key);
      await nextTurn();
      await state.beforeGetSettles();
      return value;
    },
    async set(key, value) {
      calls.push("set");
      await nextTurn();
      if (state.isFull) throw fault("SECRETS_UNAVAILABLE", { store: "file", reason: "ENOSPC" });
      values.set(key, value);
    },
    delete(key) {
      calls.push("delete");
      values.delete(key);
      return Promise.resolve();
    },
    keys: () => Promise.resolve([...values.keys()]),
    async exclusively(key, work) {
      if (state.isLocked) throw fault("SECRETS_LOCKED", { store: "file", seconds: 65 });
      const previous = lastOfKey.get(key) ?? Promise.resolve();
      const locked = async () => {
        const controller = new AbortController();
        const { signal } = controller;
        const lock: KeyLock = {
          signal,
          confirm: async () => {
            signal.throwIfAborted();
          },
        };
        held.add(controller);
        try {
          return await work(lock);
        } finally {
          held.delete(controller);
          signal.throwIfAborted();
        }
      };
      const current = previous.then(locked, locked);
      lastOfKey.set(key, current);
      return current;
    },
  };
  return { ...secrets, state };
}

/** A promise that settles when the test opens it. */
export function createGate() {
  let open: () => void = () => undefined;
  const closed = new Promise<void>((resolve) => (open = resolve));
  return { open: () => open(), closed };
}

/** The errors of scripted grants. The text of `other` contains a token, which must never be shown. */
export const grantErrors = {
  "invalid-grant": oauthFault("OAUTH_REFUSED", {
    url: "https://id.example/token",
    error: "invalid_grant",
    description: " (It was revoked.)",
    advice: "Sign in again.",
  }),
  /** A refusal that names no reason. */
  unclear: oauthFault(
    "OAUTH_REFUSED",
    { url: "https://id.example/token", error: "status 403", description: " (Forbidden)", advice: "" },
    { more: { status: 403 } },
  ),
  temporary: fault("AUTH_UNREACHABLE", { where: "https://id.example/token", reason: "status 503" }),
  other: new Error("header value refresh-0 is wrong"),
} as const;

export type GrantFailure = keyof typeof grantErrors;

/**
 * One process with a token store over `secrets`. `refreshedWith` lists the refresh tokens that the provider received, and
 * `fetched` the grant types. Each response has new tokens, unless `provider` says otherwise.
 */
export function createTestStore(secrets = createCountedSecrets(), clock = createFakeClock(startMs)) {
  const log: string[] = [];
  const write = (message: string) => void log.push(message);
  const logger: Logger = { debug: write, info: write, warn: write, error: write };
  const hidden = new Set<string>();
  const refreshedWith: string[] = [];
  const fetched: string[] = [];
  const provider = {
    failure: undefined as GrantFailure | undefined,
    /** Replaces parts of the responses. */
    responseParts: {} as Partial<TokenResponse>,
    /** Delays each response. */
    beforeResponse: (): Promise<unknown> => Promise.resolve(),
  };
  let count = 0;
  const respond = async (prefix: string): Promise<TokenResponse> => {
    const requestedAtMs = clock.now();
    await nextTurn();
    await provider.beforeResponse();
    if (provider.failure !== undefined) throw grantErrors[provider.failure];
    const number = ++count;
    return tokenResponse({
      accessToken: `${prefix}-access-${number}`,
      refreshToken: `${prefix}-refresh-${number}`,
      requestedAtMs,
      expiresAtMs: requestedAtMs + 3_600_000,
      ...provider.responseParts,
    });
  };
  const grants: RenewalGrants = {
    refresh(_setting, refreshToken) {
      refreshedWith.push(refreshToken);
      return respond("refreshed");
    },
    fetch(setting) {
      fetched.push(setting.fields.grantType);
      return respond("fetched");
    },
  };
  const { signal } = new AbortController();
  const hide = (secret: string) => void hidden.add(secret);
  const tokens = new TokenStore({ secrets, clock, logger, hide }, grants, signal);
  return { tokens, secrets, clock, provider, refreshedWith, fetched, log, hidden };
}
export type TestStore = ReturnType<typeof createTestStore>;

/** A process that has just signed in, with no call of its secrets counted yet. */
export async function signedIn(response = tokenResponse(), setting = settingWith()): Promise<TestStore> {
  const store = createTestStore();
  await store.tokens.save(setting, response);
  store.secrets.state.calls.length = 0;
  return store;
}

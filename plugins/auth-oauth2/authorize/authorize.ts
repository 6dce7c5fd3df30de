// The authorization code flow up to the code (RFC 6749 section 4.1, RFC 8252): listen, send the browser, take the answer.

import type { Clock, Interaction, Logger } from "@pictor/kernel/plugin";
import { oauthFault } from "../faults.js";
import type { CodeExchange } from "../protocol/types.js";
import type { OAuthSetting } from "../setting.js";
import {
  asksForIdToken,
  authorizationUrl,
  responseMode,
  shownAuthorizationUrl,
} from "./authorization-url.js";
import { callbackAddress, redirectUriOf } from "./callback-address.js";
import type { CallbackAddress } from "./callback-address.js";
import type { Answer } from "./callback.js";
import { within } from "./deadline.js";
import { listen } from "./listener.js";
import type { Bind, Listener } from "./listener.js";
import { askOnly, openOrAsk } from "./person.js";
import { createProofKey } from "./pkce.js";
import { issuerRefusal, refusal } from "./refusal.js";
import { createSession } from "./session.js";
import { randomText } from "./state.js";

export interface AuthorizeTools {
  readonly interaction: Interaction;
  readonly clock: Clock;
  /** Aborted by cancelling. */
  readonly signal: AbortSignal;
  /** The authorization URL of the setting after the check of endpoints: http or https, without a fragment. */
  readonly checkedAuthorizationUrl: string;
  /** The provider announces that its answers name it (RFC 9207 section 3). Default false. */
  readonly issuerIsAnnounced?: boolean;
  readonly logger?: Logger;
  /** For the whole flow. Milliseconds, default 300,000. */
  readonly timeoutMs?: number;
  readonly bind?: Bind;
}

/** What the token request needs, and sentences for the person. */
export type Authorized = CodeExchange & { readonly notes: readonly string[] };

/** Undefined where the person carries the answer over. Throws OAUTH_CALLBACK_BUSY. */
async function openListener(address: CallbackAddress, tools: AuthorizeTools): Promise<Listener | undefined> {
  if (address.kind === "paste") return undefined;
  const wanted = await listen(address.addresses, address.port, tools);
  const outcome =
    wanted.kind === "busy" && address.kind === "default" ? await listen(address.addresses, 0, tools) : wanted;
  if (outcome.kind === "listening") return outcome;
  const redirectUri = redirectUriOf(address, undefined);
  throw oauthFault("OAUTH_CALLBACK_BUSY", { redirectUri, reason: outcome.reason });
}

const notesOf = (address: CallbackAddress, listener: Listener | undefined): readonly string[] =>
  address.kind !== "default" || listener === undefined || listener.port === address.port
    ? []
    : [
        `Port ${address.port} is in use, so the redirect URI of this sign-in is ` +
          `${redirectUriOf(address, listener.port)}; some providers want exactly this one registered.`,
      ];

/** The parameters of a good answer. Throws for an error of the provider, and for an answer of another provider. */
function accepted(
  answer: Answer,
  { fields }: OAuthSetting,
  tools: AuthorizeTools,
  redirectUri: string,
): URLSearchParams {
  const authorizationUrl = tools.checkedAuthorizationUrl;
  const { issuerIsAnnounced: isAnnounced = false } = tools;
  const found = answer.kind === "code" ? answer.parameters.get("iss") : answer.issuer;
  const wrong = issuerRefusal(found ?? undefined, {
    issuer: fields.issuer.trim(),
    authorizationUrl,
    isAnnounced,
  });
  if (wrong !== undefined) throw wrong;
  if (answer.kind === "error")
    throw refusal(answer, { authorizationUrl, redirectUri, scopes: fields.scopes });
  return answer.parameters;
}

/**
 * Settles with the code and everything that its exchange needs; then, as after every other ending, the port is free
 * and nothing waits any more. Rejects with the signal's reason, OAUTH_TIMEOUT, OAUTH_DENIED, OAUTH_REFUSED,
 * OAUTH_ISSUER_MISMATCH, OAUTH_CALLBACK_BUSY, OAUTH_CALLBACK_INVALID, AUTH_SETTING_INVALID or AUTH_ACTION_INPUT.
 * Requests that are not the answer to this flow change nothing.
 */
export async function authorize(setting: OAuthSetting, tools: AuthorizeTools): Promise<Authorized> {
  const { interaction, clock, signal, timeoutMs = 300_000 } = tools;
  signal.throwIfAborted();
  const callbackMethod = responseMode(setting) === "query" ? "GET" : "POST";
  const address = callbackAddress(setting.fields.callbackUrl);
  const proof = setting.fields.pkce ? createProofKey() : undefined;
  const nonce = asksForIdToken(setting) ? randomText() : undefined;
  const state = randomText();
  const minutes = Number((timeoutMs / 60_000).toFixed(1));

  const listener = await openListener(address, tools);
  const ended = new AbortController();
  const redirectUri = redirectUriOf(address, listener?.port);
  const notes = notesOf(address, listener);

  /** Begins both ways by which an answer may come. */
  function answer(url: string): Promise<Answer> {
    const asking = { interaction, ended: ended.signal, authorizationUrl: url, state, minutes };
    if (listener === undefined || address.kind === "paste") return askOnly(asking, setting.profile);
    const { port } = listener;
    const callbackPath = address.path;
    const session = createSession({
      port,
      callbackPath,
      callbackMethod,
      state,
      authorizationUrl: url,
      clock,
    });
    ended.signal.addEventListener("abort", session.end);
    listener.serve(session.handle);
    const startUrl = `http://${address.host}:${port}${session.startPath}`;
    return Promise.race([session.answer, openOrAsk(asking, startUrl)]);
  }

  try {
    signal.throwIfAborted();
    const flow = { redirectUri, state, challenge: proof?.challenge, nonce };
    const url = authorizationUrl(tools.checkedAuthorizationUrl, setting, flow);
    tools.logger?.debug("authorization request", { url: shownAuthorizationUrl(url) });
    for (const note of notes) interaction.show(note);
    const timedOut = () => oauthFault("OAUTH_TIMEOUT", { minutes, redirectUri });
    const received = await within(answer(url), { clock, signal, timeoutMs, timedOut });
    const parameters = accepted(received, setting, tools, redirectUri);
    return { parameters, redirectUri, verifier: proof?.verifier, state, nonce, notes };
  } finally {
    ended.abort();
    await listener?.close();
  }
}

// The authorization code flow up to the code (RFC 6749 section 4.1, RFC 8252): listen, open the browser, receive the code.

import { pause, raceAbort, type Clock, type Interaction, type Logger } from "@pictor/kernel/plugin";
import { endpointUrl } from "../endpoint-url.js";
import { oauthFault } from "../faults.js";
import type { AuthorizationCode } from "../protocol/grants.js";
import { authorizationIssuerFault } from "../protocol/issuer.js";
import { authorizationFault } from "../protocol/provider-errors.js";
import type { PushedAuthorization } from "../protocol/pushed-authorization.js";
import type { OAuthSetting } from "../setting.js";
import type { AuthorizationResponse } from "./authorization-response.js";
import {
  authorizationParameters,
  authorizationUrl,
  loggableAuthorizationUrl,
  pushedParameters,
  requestsIdToken,
  responseMode,
} from "./authorization-url.js";
import { callbackAddress, redirectUriOf, type CallbackAddress } from "./callback-address.js";
import { createCallbackHandler } from "./callback-handler.js";
import { listen, type Bind, type Listener } from "./listener.js";
import { createProofKey } from "./pkce.js";
import { openBrowserOrPrompt, promptWithoutListener } from "./prompt-user.js";
import { randomValue } from "./state.js";

/** Time limit for the whole flow. */
const limitMinutes = 5;

export interface AuthorizeDependencies {
  readonly interaction: Interaction;
  readonly clock: Clock;
  /** Aborting this signal cancels the flow. */
  readonly signal: AbortSignal;
  readonly logger?: Logger;
  readonly bind?: Bind;
  /** Binds the authorization code to a DPoP key (RFC 9449 section 10). */
  readonly dpopThumbprint?: string | undefined;
  /** Pushes the authorization request (RFC 9126). Default: the browser carries its parameters. */
  readonly push?: (parameters: URLSearchParams) => Promise<PushedAuthorization>;
}

/** An authorization code, and warnings about the authorization endpoint. */
export type Authorization = AuthorizationCode & { readonly notes: readonly string[] };

/** Opens the listener; undefined if the user pastes the callback URL. Throws `OAUTH_CALLBACK_BUSY`. */
async function openListener(
  address: CallbackAddress,
  { clock, bind }: Pick<AuthorizeDependencies, "clock" | "bind">,
): Promise<Listener | undefined> {
  if (address.kind === "paste") return undefined;
  const first = await listen(address.addresses, address.port, clock, bind);
  const result =
    first.kind === "busy" && address.kind === "default"
      ? await listen(address.addresses, 0, clock, bind)
      : first;
  if (result.kind === "listening") return result;
  const redirectUri = redirectUriOf(address, undefined);
  throw oauthFault("OAUTH_CALLBACK_BUSY", { redirectUri, reason: result.reason });
}

/** The code of a response. Throws for an error response, and for a response of another issuer (RFC 9207 section 2.4). */
function codeOf(response: AuthorizationResponse, { fields }: OAuthSetting, redirectUri: string): string {
  const wrongIssuer = authorizationIssuerFault(response.issuer, fields);
  if (wrongIssuer !== undefined) throw wrongIssuer;
  if (response.kind === "error") throw authorizationFault(response, fields, redirectUri);
  return response.code;
}

/**
 * Settles with the code. After that, and after every failure, the port is free and no timer is left. Rejects with the
 * signal's reason, `OAUTH_TIMEOUT`, `OAUTH_DENIED`, `OAUTH_REFUSED`, `OAUTH_ISSUER_MISMATCH`, `OAUTH_CALLBACK_BUSY`,
 * `OAUTH_CALLBACK_INVALID`, `OAUTH_ENDPOINT_REFUSED`, `AUTH_SETTING_INVALID`, `AUTH_ACTION_INPUT`, or as `push` does.
 * Requests to the callback address that are not the response to this flow have no effect.
 */
export async function authorize(
  setting: OAuthSetting,
  dependencies: AuthorizeDependencies,
): Promise<Authorization> {
  const { interaction, clock, signal, logger, push, dpopThumbprint } = dependencies;
  const { fields, profile } = setting;
  signal.throwIfAborted();
  const endpoint = endpointUrl("authorizationUrl", fields.authorizationUrl, fields.allowInsecure);
  const callbackMethod = responseMode(setting) === "query" ? "GET" : "POST";
  const address = callbackAddress(fields.callbackUrl);
  const proof = fields.pkce ? createProofKey() : undefined;
  const nonce = requestsIdToken(setting) ? randomValue() : undefined;
  const state = randomValue();

  const listener = await openListener(address, dependencies);
  const redirectUri = redirectUriOf(address, listener?.port);
  const ended = new AbortController();

  /** Starts to wait for the response, from the browser and from the user. */
  function receiveResponse(url: string): Promise<AuthorizationResponse> {
    const prompt = { interaction, ended: ended.signal, authorizationUrl: url, state, minutes: limitMinutes };
    if (listener === undefined || address.kind === "paste") return promptWithoutListener(prompt, profile);
    const { port } = listener;
    const callbackPath = address.path;
    const handler = createCallbackHandler({
      port,
      callbackPath,
      callbackMethod,
      state,
      authorizationUrl: url,
      clock,
      onRefused: (reason) => interaction.show(reason),
    });
    ended.signal.addEventListener("abort", handler.end);
    listener.serve(handler.handle);
    const startUrl = `http://${address.host}:${port}${handler.startPath}`;
    return Promise.race([handler.response, openBrowserOrPrompt(prompt, startUrl)]);
  }

  try {
    signal.throwIfAborted();
    const flow = { redirectUri, state, codeChallenge: proof?.codeChallenge, nonce, dpopThumbprint };
    const parameters = authorizationParameters(setting, flow);
    const pushed = await push?.(parameters);
    const carried = pushed === undefined ? parameters : pushedParameters(setting, pushed.requestUri);
    const url = authorizationUrl(endpoint.href, carried);
    logger?.debug("authorization request", { url: loggableAuthorizationUrl(url) });
    if (address.kind === "default" && listener !== undefined && listener.port !== address.port)
      interaction.show(
        `Port ${address.port} is in use, so the redirect URI of this sign-in is ${redirectUri}; ` +
          "some providers require that exactly this URI is registered.",
      );
    const timeout = pause(clock, limitMinutes * 60_000, ended.signal).then(() => {
      throw oauthFault("OAUTH_TIMEOUT", { minutes: limitMinutes, redirectUri });
    });
    const response = await Promise.race([raceAbort(signal, receiveResponse(url)), timeout]);
    const code = codeOf(response, setting, redirectUri);
    const notes = [...endpoint.notes, ...(pushed?.notes ?? [])];
    return { code, redirectUri, codeVerifier: proof?.codeVerifier, nonce, notes };
  } finally {
    ended.abort();
    await listener?.close();
  }
}

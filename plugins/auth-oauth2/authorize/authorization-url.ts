// The authorization request (RFC 6749 section 4.1.1) as a URL for the browser.

import { invalidSetting } from "../faults.js";
import { requestParameters, scopeParameter, type ExtraParameters } from "../protocol/request-parameters.js";
import type { OAuthSetting } from "../setting.js";

/** The parameters that differ for each sign-in. */
export interface FlowParameters {
  readonly redirectUri: string;
  readonly state: string;
  /** The code challenge; undefined with `pkce` off. */
  readonly codeChallenge: string | undefined;
  /** The nonce; undefined unless an ID token is requested. */
  readonly nonce: string | undefined;
  /** The thumbprint of the DPoP key (RFC 9449 section 10); undefined without one. */
  readonly dpopThumbprint?: string | undefined;
}

/** How the authorization response is returned: in the query of the redirect URI, or as a form that the browser posts. */
export type ResponseMode = "query" | "form_post";

/** Parameters that protect the flow. Neither the settings nor the endpoint's query may set them. */
const reserved =
  /^(?:response_type|client_id|redirect_uri|state|code_challenge|code_challenge_method|nonce|dpop_jkt)$/;
/** An extra parameter must not have a reserved name, nor an empty one. */
const extras: ExtraParameters = {
  field: "authorizationParameters",
  reserved: new RegExp(`${reserved.source}|^$`),
};

const parametersOf = (
  { fields }: OAuthSetting,
  flow: Readonly<Record<string, string>> = {},
): URLSearchParams => requestParameters(fields, { ...flow, scope: scopeParameter(fields.scopes) }, extras);

/**
 * Whether the scope `openid` is requested. The provider then issues an ID token, so the request carries a nonce (OpenID
 * Connect Core section 3.1.2.1).
 */
export const requestsIdToken = (setting: OAuthSetting): boolean =>
  parametersOf(setting)
    .getAll("scope")
    .some((scope) => scope.split(" ").includes("openid"));

/** The extra parameter `response_mode`. Throws `AUTH_SETTING_INVALID` for a mode that this plugin cannot receive. */
export function responseMode(setting: OAuthSetting): ResponseMode {
  const mode = parametersOf(setting).getAll("response_mode").at(-1) ?? "query";
  if (mode === "query" || mode === "form_post") return mode;
  throw invalidSetting("authorizationParameters", "response_mode must be query or form_post");
}

/** Percent-encodes everything that a Location header cannot contain, as UTF-8. */
const toAscii = (text: string): string =>
  text.replace(/[^!-~]+/g, (part) => Buffer.from(part).toString("hex").toUpperCase().replace(/../g, "%$&"));

/** Removes parameters from the query of a URL; the rest stays unchanged byte for byte. */
function withoutParameters(url: string, isRemoved: (name: string) => boolean): string {
  const [, base = url, query] = /^([^?]*)\?(.*)$/s.exec(url) ?? [];
  if (query === undefined) return base;
  const nameOf = (part: string): string => [...new URLSearchParams(part).keys()][0] ?? "";
  const kept = query.split("&").filter((part) => part !== "" && !isRemoved(nameOf(part)));
  return kept.length === 0 ? base : `${base}?${kept.join("&")}`;
}

/** The parameters of the request. Throws `AUTH_SETTING_INVALID`. */
export function authorizationParameters(setting: OAuthSetting, flow: FlowParameters): URLSearchParams {
  const { redirectUri, state, codeChallenge = "", nonce = "", dpopThumbprint = "" } = flow;
  return parametersOf(setting, {
    response_type: "code",
    client_id: setting.fields.clientId,
    redirect_uri: redirectUri,
    state,
    code_challenge: codeChallenge,
    code_challenge_method: codeChallenge === "" ? "" : "S256",
    nonce,
    dpop_jkt: dpopThumbprint,
  });
}

/** What the browser carries in place of a request that was pushed (RFC 9126 section 4). */
export const pushedParameters = ({ fields }: OAuthSetting, requestUri: string): URLSearchParams =>
  new URLSearchParams({ client_id: fields.clientId, request_uri: requestUri });

/**
 * The URL in ASCII. `endpoint` has passed `endpointUrl`. Its query is kept byte for byte (RFC 6749 section 3.1), except
 * for parameters that this request sets.
 */
export function authorizationUrl(endpoint: string, parameters: URLSearchParams): string {
  const kept = withoutParameters(toAscii(endpoint), (name) => parameters.has(name) || reserved.test(name));
  // Every server decodes %20 as a space; some do not decode the plus sign of form encoding (RFC 6749 appendix B).
  return `${kept}${kept.includes("?") ? "&" : "?"}${parameters.toString().replaceAll("+", "%20")}`;
}

const secretParameters: ReadonlySet<string> = new Set(["state", "code_challenge", "nonce", "request_uri"]);

/** An authorization URL for logs, without the values that bind the response to this request. */
export const loggableAuthorizationUrl = (url: string): string =>
  withoutParameters(url, (name) => secretParameters.has(name));

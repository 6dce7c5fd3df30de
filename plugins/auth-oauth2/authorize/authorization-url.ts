// The authorization request (RFC 6749 section 4.1.1) as the address that a browser opens.

import { fault } from "@pictor/kernel/plugin";
import type { Fields, OAuthSetting } from "../setting.js";

/** What belongs to one flow. */
export interface FlowParameters {
  readonly redirectUri: string;
  readonly state: string;
  /** S256 of the verifier; undefined with `pkce` off. */
  readonly challenge: string | undefined;
  /** Undefined unless an ID token is asked for. */
  readonly nonce: string | undefined;
}

/** How the answer comes back: in the address, or as a form that the browser posts. */
export type ResponseMode = "query" | "form_post";

type Pair = readonly [name: string, value: string];

/** What protects the flow: nobody else's to set, in the address and in the extra parameters alike. */
const reserved: ReadonlySet<string> = new Set([
  "response_type",
  "client_id",
  "redirect_uri",
  "state",
  "code_challenge",
  "code_challenge_method",
  "nonce",
]);

const invalid = (field: keyof Fields, problem: string) =>
  fault("AUTH_SETTING_INVALID", { where: `oauth2.${field}`, problem });

function extraParameters({ authorizationParameters }: Fields): readonly Pair[] {
  return authorizationParameters.map(({ name, value }) => {
    if (name.trim() === "") throw invalid("authorizationParameters", "one of them has no name");
    if (reserved.has(name)) throw invalid("authorizationParameters", `${name} belongs to the flow itself`);
    return [name, value];
  });
}

/** Absolute and without a fragment (RFC 8707 section 2). */
function resources({ resource }: Fields): readonly Pair[] {
  const filled = resource.map((text) => text.trim()).filter((text) => text !== "");
  if (!filled.every((text) => URL.canParse(text) && !text.includes("#")))
    throw invalid("resource", "one of them is not an absolute address, or has a fragment");
  return filled.map((text) => ["resource", text]);
}

/** What the setting asks for; an extra parameter takes the place of the field of that name. Empty ones are left out. */
function asked(fields: Fields): readonly Pair[] {
  const extra = extraParameters(fields);
  const fromFields: readonly Pair[] = [
    ["scope", fields.scopes.trim().split(/\s+/).join(" ")],
    ["audience", fields.audience.trim()],
    ...resources(fields),
  ];
  const isTaken = (name: string): boolean => extra.some(([taken]) => taken === name);
  return [...fromFields.filter(([name, value]) => value !== "" && !isTaken(name)), ...extra];
}

/** The scope `openid` is among what is asked for, so that a nonce is needed (OpenID Connect Core section 3.1.2.1). */
export const asksForIdToken = ({ fields }: OAuthSetting): boolean =>
  asked(fields).some(([name, value]) => name === "scope" && value.split(" ").includes("openid"));

/** By the extra parameter `response_mode`. Throws AUTH_SETTING_INVALID for a mode that could not be received. */
export function responseMode({ fields }: OAuthSetting): ResponseMode {
  const mode = asked(fields).findLast(([name]) => name === "response_mode")?.[1] ?? "query";
  if (mode === "query" || mode === "form_post") return mode;
  throw invalid("authorizationParameters", "response_mode can be query or form_post");
}

/** In form encoding (RFC 6749 appendix B), a space as `%20`: every decoder reads that. */
const encoded = (pairs: readonly Pair[]): string =>
  new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, value]))
    .toString()
    .replaceAll("+", "%20");

/** What a header cannot carry as it stands, as percent-encoded UTF-8. */
const ascii = (text: string): string =>
  text.replace(/[^!-~]+/g, (part) => Buffer.from(part).toString("hex").toUpperCase().replace(/../g, "%$&"));

/** Takes the parameters of these names out of an address; everything else stays byte for byte. */
function without(url: string, isNamed: (name: string) => boolean): string {
  const [, base = url, query] = /^([^?]*)\?(.*)$/s.exec(url) ?? [];
  if (query === undefined) return base;
  const nameOf = (piece: string): string => [...new URLSearchParams(piece).keys()][0] ?? "";
  const kept = query.split("&").filter((piece) => piece !== "" && !isNamed(nameOf(piece)));
  return kept.length === 0 ? base : `${base}?${kept.join("&")}`;
}

/**
 * The whole address, in ASCII. The query of the endpoint is kept byte for byte, except for parameters of the names that
 * are sent (RFC 6749 section 3.1) or reserved. `endpoint` has passed the check of endpoints: http or https, no fragment.
 * Throws AUTH_SETTING_INVALID.
 */
export function authorizationUrl(endpoint: string, { fields }: OAuthSetting, flow: FlowParameters): string {
  const pairs: readonly Pair[] = [
    ["response_type", "code"],
    ["client_id", fields.clientId],
    ["redirect_uri", flow.redirectUri],
    ["state", flow.state],
    ...(flow.challenge === undefined ? [] : s256(flow.challenge)),
    ...(flow.nonce === undefined ? [] : [["nonce", flow.nonce] as const]),
    ...asked(fields),
  ];
  const sent = new Set(pairs.map(([name]) => name));
  const kept = without(ascii(endpoint), (name) => sent.has(name) || reserved.has(name));
  return `${kept}${kept.includes("?") ? "&" : "?"}${encoded(pairs)}`;
}

const s256 = (challenge: string): readonly Pair[] => [
  ["code_challenge", challenge],
  ["code_challenge_method", "S256"],
];

const hidden: ReadonlySet<string> = new Set(["state", "code_challenge", "nonce"]);

/** An authorization URL for logs: without what binds an answer to its flow. */
export const shownAuthorizationUrl = (url: string): string => without(url, (name) => hidden.has(name));

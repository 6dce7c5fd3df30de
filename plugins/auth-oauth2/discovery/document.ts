// A provider's description of itself (OpenID Connect Discovery section 4.3, RFC 8414 section 3.3): read and distrusted.

import { PictorError } from "@pictor/kernel/plugin";
import { endpointUrl } from "../protocol/endpoint-url.js";
import type { EndpointUrl } from "../protocol/endpoint-url.js";
import { plainText } from "../protocol/plain-text.js";
import { member, parseBody } from "../protocol/reply-body.js";
import type { Members } from "../protocol/reply-body.js";
import type { RawReply } from "../protocol/wire.js";
import type { Candidate } from "./input.js";
import { isMicrosoftIssuer } from "./microsoft.js";
import { reachOf } from "./reach.js";

/** Our fields, and the members that fill them. */
const endpointNames = {
  authorizationUrl: "authorization_endpoint",
  tokenUrl: "token_endpoint",
  deviceAuthorizationUrl: "device_authorization_endpoint",
  revocationUrl: "revocation_endpoint",
  jwksUrl: "jwks_uri",
} as const;
export type FilledEndpoint = keyof typeof endpointNames;

export interface ProviderDocument {
  /** As the document writes it: what `iss` is compared with later. */
  readonly issuer: string;
  /** Checked and absolute; those that the provider advertises. */
  readonly endpoints: Readonly<Partial<Record<FilledEndpoint, string>>>;
  /** Each undefined where the document does not say. */
  readonly scopes: readonly string[] | undefined;
  readonly clientAuthenticationMethods: readonly string[] | undefined;
  readonly codeChallengeMethods: readonly string[] | undefined;
  /** Callbacks name their issuer (RFC 9207 section 3). */
  readonly issuerAnnounced: boolean;
  /** What is worth knowing, as sentences. */
  readonly notes: readonly string[];
}

export type Reading =
  | { readonly kind: "valid"; readonly document: ProviderDocument }
  | { readonly kind: "other-issuer"; readonly found: string }
  | { readonly kind: "unusable"; readonly problem: string };

const unusable = (problem: string): Reading => ({ kind: "unusable", problem });

const isHtml = ({ headers, body }: RawReply): boolean =>
  /^\s*text\/html\b/i.test(headers["content-type"] ?? "") ||
  /^\s*<(?:!doctype html|html)\b/i.test(new TextDecoder().decode(body.subarray(0, 100)));

/** The texts of a list; what else stands in it is passed over. A text with a space in it would count as two. */
function textsOf(members: Members, name: string): readonly string[] | undefined {
  const list = member(members, name);
  if (!Array.isArray(list)) return undefined;
  return list.filter((entry): entry is string => typeof entry === "string" && /^[\x21-\x7e]+$/.test(entry));
}

/** An issuer with a path may end with a slash; its document has the same address (RFC 8414 section 3.1). */
const isExpected = (issuer: string, { expectedIssuer }: Candidate): boolean =>
  issuer.replace(/\/$/, "") === expectedIssuer || isMicrosoftIssuer(issuer, new URL(expectedIssuer));

const nearness = { public: 0, private: 1, loopback: 2 } as const;

/** Checks an endpoint that the document at `asked` names, or says what is wrong with it. */
function checked(
  field: FilledEndpoint,
  address: string,
  asked: URL,
  allowInsecure: boolean,
): EndpointUrl | string {
  try {
    const endpoint = endpointUrl(field, address, allowInsecure);
    const reach = reachOf(new URL(endpoint.href).hostname);
    // A public document could otherwise send our secrets, or our requests, into the person's own network.
    if (nearness[reach] > nearness[reachOf(asked.hostname)])
      return `its ${endpointNames[field]} is on a ${reach} address (${new URL(endpoint.href).host}), the document is not`;
    return endpoint;
  } catch (error) {
    if (!(error instanceof PictorError)) throw error;
    return `its ${endpointNames[field]} ${String(error.details["problem"])}`;
  }
}

/** Large providers spread over hosts; a document that was tampered with points elsewhere, too. */
function otherHosts(endpoints: ProviderDocument["endpoints"], asked: URL): readonly string[] {
  const elsewhere = Object.entries(endpoints)
    .map(([field, address]) => ({ field, host: new URL(address).host }))
    .filter(({ host }) => host !== asked.host)
    .map(({ field, host }) => `${field} on ${host}`);
  return elsewhere.length === 0 ? [] : [`Not on ${asked.host} itself: ${elsewhere.join(", ")}.`];
}

/**
 * Reads the reply to the request for `candidate`. `allowInsecure` permits http on other machines. One bad endpoint makes
 * the whole document unusable. No problem repeats anything of the body but the issuer and the host of an endpoint.
 */
export function readDocument(reply: RawReply, candidate: Candidate, allowInsecure: boolean): Reading {
  if (reply.status !== 200) return unusable(`status ${reply.status}`);
  const body = parseBody(reply);
  if (body.kind === "unreadable") {
    return unusable(isHtml(reply) ? "an HTML page instead of JSON, perhaps a page to sign in" : body.problem);
  }
  const { members } = body;
  const issuer = member(members, "issuer");
  if (typeof issuer !== "string") return unusable("it names no issuer");
  if (!isExpected(issuer, candidate)) return { kind: "other-issuer", found: plainText(issuer, 200) };

  const asked = new URL(candidate.url);
  const endpoints: Partial<Record<FilledEndpoint, string>> = {};
  const notes = [...body.notes];
  for (const field of Object.keys(endpointNames) as FilledEndpoint[]) {
    const address = member(members, endpointNames[field]);
    if (typeof address !== "string" || address === "") continue;
    const endpoint = checked(field, address, asked, allowInsecure);
    if (typeof endpoint === "string") return unusable(endpoint);
    endpoints[field] = endpoint.href;
    notes.push(...endpoint.notes);
  }
  if (endpoints.authorizationUrl === undefined && endpoints.tokenUrl === undefined) {
    return unusable("it names neither an authorization endpoint nor a token endpoint");
  }
  const document = {
    issuer,
    endpoints,
    scopes: textsOf(members, "scopes_supported"),
    clientAuthenticationMethods: textsOf(members, "token_endpoint_auth_methods_supported"),
    codeChallengeMethods: textsOf(members, "code_challenge_methods_supported"),
    issuerAnnounced: member(members, "authorization_response_iss_parameter_supported") === true,
    notes: [...notes, ...otherHosts(endpoints, asked)],
  };
  return { kind: "valid", document };
}

// Reads and verifies the metadata of a provider (OpenID Connect Discovery section 4.3, RFC 8414 section 3.3).

import { endpointProblem, endpointUrl, type EndpointUrl } from "../endpoint-url.js";
import { plainText } from "../plain-text.js";
import { isMicrosoftIssuer } from "../protocol/microsoft-tenants.js";
import { membersOf, parseBody, type Members } from "../replies/parse-body.js";
import type { ProviderReply } from "../replies/send-to-provider.js";
import { addressScopeOf } from "./address-scope.js";
import type { DiscoveryCandidate } from "./discovery-urls.js";

/** The metadata (RFC 8414 section 2) for each field of the settings. */
const metadataNames = {
  authorizationUrl: "authorization_endpoint",
  tokenUrl: "token_endpoint",
  deviceAuthorizationUrl: "device_authorization_endpoint",
  revocationUrl: "revocation_endpoint",
  pushedAuthorizationRequestUrl: "pushed_authorization_request_endpoint",
  jwksUrl: "jwks_uri",
} as const;
/** The metadata in `mtls_endpoint_aliases` (RFC 8705 section 5) for each field of the settings. */
const aliasNames = {
  mtlsTokenUrl: metadataNames.tokenUrl,
  mtlsDeviceAuthorizationUrl: metadataNames.deviceAuthorizationUrl,
  mtlsRevocationUrl: metadataNames.revocationUrl,
  mtlsPushedAuthorizationRequestUrl: metadataNames.pushedAuthorizationRequestUrl,
} as const;
export type DiscoveredEndpoint = keyof typeof metadataNames | keyof typeof aliasNames;

/** The field, the name and the address of each endpoint in a document. */
function addressesIn(members: Members): readonly (readonly [DiscoveredEndpoint, string, unknown])[] {
  const aliases = membersOf(members.get("mtls_endpoint_aliases"));
  const [names, aliasFields] = [Object.entries(metadataNames), Object.entries(aliasNames)];
  return [
    ...names.map(([field, name]) => [field as DiscoveredEndpoint, name, members.get(name)] as const),
    ...aliasFields.map(([field, name]) => [field as DiscoveredEndpoint, name, aliases?.get(name)] as const),
  ];
}

export interface ProviderMetadata {
  /** The issuer as the document spells it, because `iss` parameters and claims are compared with it. */
  readonly issuer: string;
  /** The endpoints that the provider advertises, as absolute URLs that passed all checks. */
  readonly endpoints: Readonly<Partial<Record<DiscoveredEndpoint, string>>>;
  /** The scopes that the document lists. This list and the next three are undefined if the document does not have them. */
  readonly scopes: readonly string[] | undefined;
  readonly clientAuthenticationMethods: readonly string[] | undefined;
  readonly codeChallengeMethods: readonly string[] | undefined;
  /** The algorithms of DPoP proofs (RFC 9449 section 5.1); undefined for a provider without DPoP. */
  readonly dpopAlgorithms: readonly string[] | undefined;
  /** Whether authorization responses name their issuer (RFC 9207 section 3). */
  readonly issuerAnnounced: boolean;
  /** Whether every authorization request must be pushed (RFC 9126 section 5). */
  readonly requiresPush: boolean;
  /** Warnings, as sentences. */
  readonly notes: readonly string[];
}

export type ParsedMetadata =
  | { readonly kind: "valid"; readonly metadata: ProviderMetadata }
  | { readonly kind: "other-issuer"; readonly found: string }
  | { readonly kind: "unusable"; readonly problem: string };

const unusable = (problem: string): ParsedMetadata => ({ kind: "unusable", problem });

const isHtml = ({ headers, body }: ProviderReply): boolean =>
  /^\s*text\/html\b/i.test(headers["content-type"] ?? "") ||
  /^\s*<(?:!doctype html|html)\b/i.test(new TextDecoder().decode(body.subarray(0, 100)));

/** The strings in a list. A string with a space is skipped, because it would become two entries of a setting. */
function textsOf(members: Members, name: string): readonly string[] | undefined {
  const list = members.get(name);
  if (!Array.isArray(list)) return undefined;
  return list.filter((entry): entry is string => typeof entry === "string" && /^[\x21-\x7e]+$/.test(entry));
}

/** An issuer with a path may end with a slash, which does not change the URL of its document (RFC 8414 section 3.1). */
const isExpectedIssuer = (issuer: string, { expectedIssuer }: DiscoveryCandidate): boolean =>
  issuer.replace(/\/$/, "") === expectedIssuer || isMicrosoftIssuer(issuer, new URL(expectedIssuer));

const closeness = { public: 0, private: 1, loopback: 2 } as const;

/**
 * Checks an endpoint of the document at `documentUrl`. Returns the endpoint, or the problem as a sentence without a full
 * stop.
 */
function checkEndpoint(
  field: DiscoveredEndpoint,
  name: string,
  address: string,
  documentUrl: URL,
  allowInsecure: boolean,
): EndpointUrl | string {
  const problem = endpointProblem(address, allowInsecure);
  if (problem !== undefined) return `its ${name} ${problem}`;
  const endpoint = endpointUrl(field, address, allowInsecure);
  const { host, hostname } = new URL(endpoint.href);
  const scope = addressScopeOf(hostname);
  // An endpoint must not be in a more private network than its document, because a public document could otherwise
  // direct requests and secrets into the user's own network.
  return closeness[scope] > closeness[addressScopeOf(documentUrl.hostname)]
    ? `its ${name} is on a ${scope} address (${host}), but the document is not`
    : endpoint;
}

/** A warning about endpoints on other hosts, which both large providers and manipulated documents have. */
function otherHostNotes(endpoints: ProviderMetadata["endpoints"], documentUrl: URL): readonly string[] {
  const elsewhere = Object.entries(endpoints)
    .map(([field, url]) => ({ field, host: new URL(url).host }))
    .filter(({ host }) => host !== documentUrl.host)
    .map(({ field, host }) => `${field} (${host})`);
  return elsewhere.length === 0
    ? []
    : [`These endpoints are not on ${documentUrl.host}: ${elsewhere.join(", ")}.`];
}

/**
 * Reads the reply to the request for `candidate`. `allowInsecure` permits http to other machines. One bad endpoint makes
 * the document unusable. The only parts of the body in a result are the issuer and the hosts of endpoints.
 */
export function readProviderMetadata(
  reply: ProviderReply,
  candidate: DiscoveryCandidate,
  allowInsecure: boolean,
): ParsedMetadata {
  if (reply.status !== 200) return unusable(`status ${reply.status}`);
  const body = parseBody(reply);
  if (body.problem !== undefined)
    return unusable(
      isHtml(reply) ? "it is an HTML page instead of JSON, perhaps a sign-in page" : body.problem,
    );
  const { members } = body;
  const issuer = members.get("issuer");
  if (typeof issuer !== "string") return unusable("it names no issuer");
  if (!isExpectedIssuer(issuer, candidate)) return { kind: "other-issuer", found: plainText(issuer, 200) };

  const documentUrl = new URL(candidate.url);
  const endpoints: Partial<Record<DiscoveredEndpoint, string>> = {};
  const notes = [...body.notes];
  for (const [field, name, address] of addressesIn(members)) {
    if (typeof address !== "string" || address === "") continue;
    const endpoint = checkEndpoint(field, name, address, documentUrl, allowInsecure);
    if (typeof endpoint === "string") return unusable(endpoint);
    endpoints[field] = endpoint.href;
    notes.push(...endpoint.notes);
  }
  if (endpoints.authorizationUrl === undefined && endpoints.tokenUrl === undefined)
    return unusable("it names neither an authorization endpoint nor a token endpoint");
  const metadata = {
    issuer,
    endpoints,
    scopes: textsOf(members, "scopes_supported"),
    clientAuthenticationMethods: textsOf(members, "token_endpoint_auth_methods_supported"),
    codeChallengeMethods: textsOf(members, "code_challenge_methods_supported"),
    dpopAlgorithms: textsOf(members, "dpop_signing_alg_values_supported"),
    issuerAnnounced: members.get("authorization_response_iss_parameter_supported") === true,
    requiresPush: members.get("require_pushed_authorization_requests") === true,
    notes: [...notes, ...otherHostNotes(endpoints, documentUrl)],
  };
  return { kind: "valid", metadata };
}

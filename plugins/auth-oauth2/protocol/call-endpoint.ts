// One authenticated request to an endpoint of the provider: oauth4webapi writes the request, this plugin reads the reply.

import { allowInsecureRequests, customFetch } from "oauth4webapi";
import type { AuthorizationServer, Client, ClientAuth, CustomFetchOptions } from "oauth4webapi";
import { invalidSetting, oauthFault } from "../faults.js";
import { endpointUrl, type EndpointUrl } from "../endpoint-url.js";
import { dpopProof } from "../dpop/dpop-proof.js";
import { createRedactor, plainText } from "../plain-text.js";
import type { ErrorResponse, InvalidReply } from "../replies/read-reply.js";
import {
  sendToProvider,
  type ProviderContext,
  type ProviderReply,
  type TokenProofs,
} from "../replies/send-to-provider.js";
import { allowsNoClient, type Fields, type OAuthSetting } from "../setting.js";
import { resolveClientAuth, usesCertificate } from "./client-authentication.js";
import { issuerOrTokenUrl } from "./issuer.js";
import { oauthClient } from "./library-client.js";
import { errorResponseFault } from "./provider-errors.js";
import { encodeBody } from "./request-body.js";
import { requestHeaders } from "./request-headers.js";
import { sentSecrets, settingSecrets } from "./sent-secrets.js";

/** The metadata name (RFC 8414 section 2) of the endpoint in each field of the settings. */
const endpoints = {
  tokenUrl: "token_endpoint",
  refreshUrl: "token_endpoint",
  deviceAuthorizationUrl: "device_authorization_endpoint",
  revocationUrl: "revocation_endpoint",
  pushedAuthorizationRequestUrl: "pushed_authorization_request_endpoint",
} as const;

/** The endpoint in place of each one for clients with a certificate (RFC 8705 section 5), if it is set. */
const certificateEndpoints = {
  tokenUrl: "mtlsTokenUrl",
  refreshUrl: "refreshUrl",
  deviceAuthorizationUrl: "mtlsDeviceAuthorizationUrl",
  revocationUrl: "mtlsRevocationUrl",
  pushedAuthorizationRequestUrl: "mtlsPushedAuthorizationRequestUrl",
} as const;

/** The address of an endpoint. Throws `OAUTH_ENDPOINT_REFUSED`, also where no certificate could be presented. */
function addressOf(field: keyof typeof endpoints, fields: Fields): EndpointUrl {
  if (!usesCertificate(fields)) return endpointUrl(field, fields[field], fields.allowInsecure);
  const alias = certificateEndpoints[field];
  const used = fields[alias].trim() === "" ? field : alias;
  const endpoint = endpointUrl(used, fields[used], fields.allowInsecure);
  if (endpoint.href.startsWith("https:")) return endpoint;
  throw oauthFault("OAUTH_ENDPOINT_REFUSED", {
    field: used,
    problem: "uses http, over which no client certificate can be presented",
  });
}

/** Arguments for the request functions of oauth4webapi. */
export interface LibraryArguments {
  readonly server: AuthorizationServer;
  readonly client: Client;
  readonly authentication: ClientAuth;
  readonly options: {
    readonly [customFetch]: (
      url: string,
      options: CustomFetchOptions<"POST", URLSearchParams>,
    ) => Promise<Response>;
    readonly [allowInsecureRequests]: true;
  };
}

export interface EndpointResponse<Value> {
  readonly value: Value;
  /** Time before the request was sent, in milliseconds since 1970. */
  readonly requestedAtMs: number;
  /** Warnings about the endpoint. */
  readonly notes: readonly string[];
  /** Replaces the secrets of this request in a string. */
  readonly redact: (text: string) => string;
}

const isFailure = (value: object): value is ErrorResponse | InvalidReply =>
  "kind" in value && (value.kind === "error" || value.kind === "invalid");

const proofHeader = async ({ key, nonces }: TokenProofs, url: string, nowMs: number) => ({
  dpop: await dpopProof(key, { method: "POST", url, nonce: nonces.of(key.thumbprint, url), nowMs }),
});

/** Whether the provider wants a proof with the nonce of its reply (RFC 9449 section 8). */
const asksForNonce = (value: object): boolean =>
  isFailure(value) && value.kind === "error" && value.error === "use_dpop_nonce";

/**
 * Calls an endpoint once, or twice if the provider asks for a nonce in the proof. `request` calls a request function of
 * oauth4webapi, whose response is not used; `read` parses the reply. Rejects with `AUTH_SETTING_INVALID`,
 * `OAUTH_ENDPOINT_REFUSED`, `AUTH_UNREACHABLE`, `OAUTH_REFUSED`, `OAUTH_RESPONSE_INVALID`, or the reason of
 * `context.signal`.
 */
export async function callEndpoint<Value extends object>(
  { fields }: OAuthSetting,
  field: keyof typeof endpoints,
  request: (call: LibraryArguments) => Promise<Response>,
  read: (reply: ProviderReply) => Value | ErrorResponse | InvalidReply,
  context: ProviderContext,
): Promise<EndpointResponse<Value>> {
  if (fields.clientId === "" && !allowsNoClient(fields)) throw invalidSetting("clientId", "it is empty");
  const { href, shown, notes } = addressOf(field, fields);
  const url = createRedactor(settingSecrets(fields))(shown);
  // Only tokens are bound to a key (RFC 9449 section 5).
  const proofs = endpoints[field] === "token_endpoint" ? context.proofs : undefined;
  const authentication = await resolveClientAuth(fields);
  const requestedAtMs = context.clock.now();
  const responses: EndpointResponse<Value>[] = [];
  let mayRetry = true;

  const send: LibraryArguments["options"][typeof customFetch] = async (target, { headers, body }) => {
    const proof = proofs && (await proofHeader(proofs, target, context.clock.now()));
    // A pushed authorization request is a form (RFC 9126 section 2.1).
    const { contentType, text } = encodeBody(
      field === "pushedAuthorizationRequestUrl" ? { tokenRequestFormat: "form" } : fields,
      body,
    );
    const sentHeaders = requestHeaders(fields, { ...headers, ...proof, "content-type": contentType });
    const redact = createRedactor(sentSecrets(fields, sentHeaders, body));
    const reply = await sendToProvider(
      { method: "POST", url: target, purpose: "token", headers: sentHeaders, body: text },
      url,
      context,
    );
    const value = read(reply);
    const isNew = proofs?.nonces.remember(proofs.key.thumbprint, target, reply.headers["dpop-nonce"]);
    if (mayRetry && isNew === true && asksForNonce(value)) {
      mayRetry = false;
      return new Response();
    }
    if (isFailure(value))
      throw value.kind === "error"
        ? errorResponseFault(value, { fields, url, nowMs: context.clock.now(), redact })
        : oauthFault("OAUTH_RESPONSE_INVALID", {
            url,
            status: value.status,
            problem: plainText(value.problem, 500, redact),
          });
    responses.push({ value, requestedAtMs, notes, redact });
    return new Response();
  };
  const call: LibraryArguments = {
    server: { issuer: issuerOrTokenUrl(fields) || href, [endpoints[field]]: href },
    client: oauthClient(fields, context.clock),
    authentication,
    options: { [customFetch]: send, [allowInsecureRequests]: true },
  };
  await request(call);
  // The provider asked for a nonce: the whole request is made again, because a client assertion works once.
  if (responses.length === 0) await request(call);

  const [response] = responses;
  if (response === undefined) throw new Error("oauth4webapi settled without sending the request");
  return response;
}

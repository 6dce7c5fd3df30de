// Pushes the parameters of an authorization request to the provider (RFC 9126), so that the browser carries a reference only.

import { isString } from "@pictor/kernel/plugin";
import { pushedAuthorizationRequest } from "oauth4webapi";
import { invalidSetting } from "../faults.js";
import { lifetimeS, readMember } from "../replies/member-values.js";
import { readSuccess, type InvalidReply, type SuccessfulResponse } from "../replies/read-reply.js";
import type { ProviderContext } from "../replies/send-to-provider.js";
import type { OAuthSetting } from "../setting.js";
import { callEndpoint } from "./call-endpoint.js";

/** A successful response (RFC 9126 section 2.2). */
export interface PushedAuthorization {
  /** The reference that the browser carries. It works once, for a short time. */
  readonly requestUri: string;
  /** Deviations that were tolerated, and warnings about the endpoint. */
  readonly notes: readonly string[];
}

/** The status is 201 (RFC 9126 section 2.2), which is no deviation here. */
function readPushedReply({ status, members, notes }: SuccessfulResponse): PushedAuthorization | InvalidReply {
  const requestUri = members.get("request_uri");
  if (!isString(requestUri) || !/^[!-~]{1,2000}$/.test(requestUri))
    return { kind: "invalid", status, problem: '"request_uri" is missing, or is not a URI in ASCII' };
  const allNotes = notes.filter((note) => !note.includes("status 201"));
  readMember(allNotes, "expires_in", members.get("expires_in"), lifetimeS(86_400));
  return { requestUri, notes: allNotes };
}

/**
 * Sends the parameters with the authentication of the client. They must not refer to another pushed request (RFC 9126 section
 * 2.1). Rejects as `callEndpoint` does.
 */
export async function pushAuthorization(
  setting: OAuthSetting,
  parameters: URLSearchParams,
  context: ProviderContext,
): Promise<PushedAuthorization> {
  if (parameters.has("request_uri"))
    throw invalidSetting("authorizationParameters", "request_uri cannot be part of a request that is pushed");
  const { value, notes, redact } = await callEndpoint(
    setting,
    "pushedAuthorizationRequestUrl",
    ({ server, client, authentication, options }) =>
      pushedAuthorizationRequest(server, client, authentication, parameters, options),
    (reply) => readSuccess(reply, setting.fields.wrappedResponse, readPushedReply),
    context,
  );
  return { requestUri: value.requestUri, notes: [...notes, ...value.notes].map(redact) };
}

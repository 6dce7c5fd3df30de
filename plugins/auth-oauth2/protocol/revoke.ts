// Asks the provider to revoke a token (RFC 7009).

import { processRevocationResponse, revocationRequest } from "oauth4webapi";
import type { OAuthSetting } from "../setting.js";
import { readAnswer } from "./answer.js";
import type { Refusal, Unusable } from "./answer.js";
import { callEndpoint } from "./call.js";
import type { Readable } from "./call.js";
import type { Wire } from "./types.js";
import type { RawReply } from "./wire.js";

/** The status says everything (RFC 7009 section 2.2), unless the body names an error. */
function readRevocation(reply: RawReply, wrapper: string): Readable | Refusal | Unusable {
  const answer = readAnswer(reply, wrapper);
  const isBare = answer.kind === "unusable" && reply.status >= 200 && reply.status < 300;
  return answer.kind === "answer" || isBare ? { kind: "revoked", body: {}, notes: [] } : answer;
}

/**
 * Settles when the token is no longer good, be it that it never was. `hint` is the kind of the token. Rejects as
 * `callEndpoint` does.
 */
export async function revoke(
  setting: OAuthSetting,
  token: string,
  hint: "access_token" | "refresh_token",
  wire: Wire,
): Promise<void> {
  await callEndpoint(
    setting,
    "revocationUrl",
    wire,
    (reply) => readRevocation(reply, setting.fields.wrappedResponse),
    async ({ server, client, authentication, options }) => {
      const additionalParameters = { token_type_hint: hint };
      const request = { ...options, additionalParameters };
      await processRevocationResponse(
        await revocationRequest(server, client, authentication, token, request),
      );
    },
  );
}

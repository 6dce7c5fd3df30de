// One authenticated request to an endpoint of the provider: what goes into it, and what may come out of it.

import { allowInsecureRequests, customFetch } from "oauth4webapi";
import type { AuthorizationServer, Client, ClientAuth, CustomFetchOptions } from "oauth4webapi";
import { oauthFault } from "../faults.js";
import type { OAuthSetting } from "../setting.js";
import type { Refusal, Unusable } from "./answer.js";
import { clientAuthentication } from "./client-authentication.js";
import { endpointUrl } from "./endpoint-url.js";
import { cleaned, refused } from "./faults.js";
import { headersOf } from "./headers.js";
import { invalid } from "./invalid.js";
import { hider } from "./plain-text.js";
import { secretsOf, settingSecrets } from "./sent-secrets.js";
import { authorizationServer, clientOf } from "./server.js";
import type { Wire } from "./types.js";
import { exchange } from "./wire.js";
import type { RawReply } from "./wire.js";

const endpoints = {
  tokenUrl: "token_endpoint",
  deviceAuthorizationUrl: "device_authorization_endpoint",
  revocationUrl: "revocation_endpoint",
} as const;

/** What the functions of the protocol library take. */
export interface Call {
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

/** A reply made fit for the library, whose part of it is `body`. */
export interface Readable {
  readonly kind: string;
  readonly body: object;
  readonly notes: readonly string[];
}

export interface Called<Answer, Result> {
  /** What the library made of the answer. */
  readonly result: Result;
  readonly answer: Answer;
  /** Milliseconds since 1970: before the request was sent. */
  readonly requestedAtMs: number;
  readonly notes: readonly string[];
  /** Takes out of a text what was secret in the request. */
  readonly hide: (text: string) => string;
}

interface Received<Answer> {
  readonly answer: Answer;
  readonly status: number;
  readonly hide: (text: string) => string;
}

const isNo = (answer: Readable | Refusal | Unusable): answer is Refusal | Unusable => !("body" in answer);

/**
 * Asks an endpoint once. `read` makes sense of the reply, `ask` calls the library, whose errors never leave: their
 * causes hold whole answers. Rejects with `AUTH_SETTING_INVALID`, `OAUTH_ENDPOINT_REFUSED`, `AUTH_UNREACHABLE`,
 * `OAUTH_REFUSED`, `OAUTH_RESPONSE_INVALID`, or the signal's reason.
 */
export async function callEndpoint<Answer extends Readable, Result>(
  { fields }: OAuthSetting,
  field: keyof typeof endpoints,
  wire: Wire,
  read: (reply: RawReply) => Answer | Refusal | Unusable,
  ask: (call: Call) => Promise<Result>,
): Promise<Called<Answer, Result>> {
  if (fields.clientId === "") throw invalid("clientId", "it is empty");
  const { href, shown, notes } = endpointUrl(field, fields[field], fields.allowInsecure);
  const url = hider(settingSecrets(fields))(shown);
  const authentication = await clientAuthentication(fields);
  const requestedAtMs = wire.clock.now();
  const received: Received<Answer>[] = [];

  const send: Call["options"][typeof customFetch] = async (target, { headers: written, body }) => {
    const headers = headersOf(fields, written);
    const request = {
      method: "POST",
      url: target,
      purpose: "token",
      headers,
      body: body.toString(),
    } as const;
    const reply = await exchange(request, url, wire);
    const { status } = reply;
    const answer = read(reply);
    const hide = hider(secretsOf(fields, headers, body));
    if (!isNo(answer)) {
      received.push({ answer, status, hide });
      return Response.json(answer.body);
    }
    throw answer.kind === "refusal"
      ? refused(answer, { fields, url, nowMs: wire.clock.now(), hide })
      : oauthFault("OAUTH_RESPONSE_INVALID", { url, status, problem: answer.problem });
  };
  const call: Call = {
    server: authorizationServer(fields, { [endpoints[field]]: href }),
    client: clientOf(fields, wire),
    authentication,
    options: { [customFetch]: send, [allowInsecureRequests]: true },
  };

  try {
    const result = await ask(call);
    const [last] = received;
    if (last === undefined) throw new Error("nothing was sent");
    const { answer, hide } = last;
    return { result, answer, requestedAtMs, notes: [...notes, ...answer.notes], hide };
  } catch (error) {
    wire.signal.throwIfAborted();
    throw cleaned(error, url, received[0]?.status ?? "unknown");
  }
}

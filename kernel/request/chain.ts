// One run of `beforeSend`: shape, then credentials (compared before and after), then observers, who see no secret.

import type { Redactor } from "../config/redact.js";
import { fault } from "../errors/catalogue.js";
import type { HookCall, HookHost } from "../hooks/call.js";
import { CallSignal } from "../hooks/deadline.js";
import type { Hooks } from "../hooks/hooks.js";
import type { Problem, SendContext } from "../hooks/types.js";
import { checkHeaders, checkUrl } from "./check.js";
import {
  addedCredentials,
  forbiddenChange,
  withoutShadowed,
  noCredentials,
  shownRequest,
  type Credentials,
} from "./credentials.js";
import type { OutgoingRequest } from "./types.js";

export interface ChainDependencies {
  readonly hooks: Hooks;
  readonly host: HookHost;
  readonly redactor: Redactor;
  report(problem: Problem): void;
  /** The plugin that contributes a scheme. */
  ownerOf(scheme: string): string;
}

/** Why the chain runs: part of the handlers' context. */
export type ChainReason = Pick<SendContext, "reason" | "challenge">;

export interface Prepared {
  readonly request: OutgoingRequest;
  readonly written: Credentials;
}

/** A scheme's own token and discovery calls carry no scheme, so they cannot call themselves. */
export const carriesAuth = (request: OutgoingRequest): boolean =>
  request.auth.type !== "none" && request.purpose !== "token" && request.purpose !== "discovery";

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const valuesOf = (request: OutgoingRequest, written: Credentials): readonly string[] => [
  ...request.headers.filter(([name]) => written.headers.has(name.toLowerCase())).map(([, value]) => value),
  ...[...written.query].map((pair) => decoded(pair.slice(pair.indexOf("=") + 1))),
];

/** `Basic abc`: both the whole and what follows the scheme's name are secret. */
function rememberValue(value: string, redactor: Redactor): void {
  redactor.rememberSent(value);
  const credentials = /^[\w-]+ (\S.*)$/.exec(value)?.[1];
  if (credentials !== undefined) redactor.rememberSent(credentials);
}

/** Runs the chain and checks its result. Whatever fails, the request is not sent. */
export async function prepare(
  request: OutgoingRequest,
  reason: ChainReason,
  signal: AbortSignal | undefined,
  { hooks, host, redactor, report, ownerOf }: ChainDependencies,
): Promise<Prepared> {
  const subject = {
    authType: request.auth.type,
    purpose: request.purpose,
    origin: new URL(request.url).origin,
  };
  const newCall = (): HookCall<ChainReason> => ({
    host,
    subject,
    signal: new CallSignal(signal),
    context: () => reason,
    report,
  });
  const shaped = await hooks.beforeSend("shape", request, newCall());
  checkUrl(shaped.url, request.purpose === "handshake" ? ["ws:", "wss:"] : ["http:", "https:"]);
  let ready = shaped;
  let written = noCredentials;
  if (carriesAuth(shaped)) {
    const scheme = shaped.auth.type;
    if (!hooks.appliesAuth(subject)) throw fault("AUTH_NOT_APPLIED", { scheme, plugin: ownerOf(scheme) });
    ready = await hooks.beforeSend("credentials", shaped, newCall());
    const part = forbiddenChange(shaped, ready);
    if (part !== undefined) throw fault("AUTH_CHANGED_REQUEST", { scheme, part });
    written = addedCredentials(shaped, ready);
    ready = withoutShadowed(shaped, ready, written);
    for (const value of valuesOf(ready, written)) rememberValue(value, redactor);
  }
  checkHeaders(ready, written);
  await hooks.beforeSend("observe", shownRequest(ready, written, redactor), newCall());
  return { request: ready, written };
}

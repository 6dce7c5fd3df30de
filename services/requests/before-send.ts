// One run of `beforeSend`: shape, then credentials (compared before and after), then observers, who see no secret.

import {
  type Redactor,
  fault,
  problemOf,
  type HookCall,
  type HookHost,
  CallSignal,
  type Hooks,
  type Problem,
  type SendContext,
  type AuthSetting,
  type HeaderPair,
  type OutgoingRequest,
} from "@pictor/kernel";
import { checkHeaders, checkUrl, parseUrl } from "./check-outgoing.js";
import {
  addedCredentials,
  removedPairs,
  forbiddenChange,
  withoutShadowed,
  noCredentials,
  shownRequest,
  type Credentials,
} from "./credentials.js";
import { isLoopback } from "./proxy.js";

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
  /** What the caller should know about it. */
  readonly notes: readonly Problem[];
}

/** Whether a second run of the chain came to credentials, and to other ones (RFC 9110 section 15.5.2). */
export const isImproved = (before: Prepared, after: Prepared): boolean =>
  after.written.headers.size + after.written.query.size > 0 &&
  (before.request.url !== after.request.url ||
    JSON.stringify(before.request.headers) !== JSON.stringify(after.request.headers));

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

function rememberWritten(request: OutgoingRequest, written: Credentials, redactor: Redactor): void {
  for (const [name, value] of request.headers)
    if (written.headers.has(name.toLowerCase())) rememberValue(value, redactor);
  for (const pair of written.query) rememberValue(decoded(pair.slice(pair.indexOf("=") + 1)), redactor);
}

/** Where the credentials may go. Throws `AUTH_ORIGIN_REFUSED`. */
function checkOrigin(auth: AuthSetting, url: Readonly<URL>): readonly Problem[] {
  const { protocol, host } = url;
  const isSafe = protocol === "https:" || protocol === "wss:";
  const origin = `${isSafe ? "https:" : "http:"}//${host}`;
  const { origins, profile = "of the request" } = auth;
  if (origins !== undefined) {
    if (!origins.includes(origin)) throw fault("AUTH_ORIGIN_REFUSED", { profile, origin });
    return [];
  }
  if (isSafe || isLoopback(url)) return [];
  return [problemOf(fault("AUTH_WITHOUT_TLS", { origin }))];
}

/** One token in one place (RFC 6750 section 2). Throws `AUTH_PLACED_TWICE`. */
function checkPlacement({ url }: OutgoingRequest, written: Credentials): void {
  const parameter = "access_token";
  const isInQuery = url.includes(parameter) && parseUrl(url)?.searchParams.has(parameter) === true;
  if (isInQuery && written.headers.has("authorization")) throw fault("AUTH_PLACED_TWICE", { parameter });
}

/** What the request had under the same name. */
function replaced(before: OutgoingRequest, after: OutgoingRequest, written: Credentials): readonly Problem[] {
  const scheme = before.auth.type;
  // A cookie that is appended to others takes nothing away.
  const isKept = ([name, value]: HeaderPair): boolean =>
    after.headers.some(
      ([other, text]) => other.toLowerCase() === name.toLowerCase() && text.startsWith(value),
    );
  const isGone = (header: HeaderPair): boolean =>
    written.headers.has(header[0].toLowerCase()) && !isKept(header);
  const header = before.headers.find(isGone);
  const isShorter = removedPairs(before, after) > 0;
  const parts = [...(header ? [`header ${header[0]}`] : []), ...(isShorter ? ["query parameter"] : [])];
  return parts.map((part) => problemOf(fault("AUTH_REPLACED", { scheme, part })));
}

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
  const schemes = request.purpose === "handshake" ? ["ws:", "wss:"] : ["http:", "https:"];
  const subject = {
    authType: request.auth.type,
    purpose: request.purpose,
    // `ws:` and `wss:` stand for `http:` and `https:` (RFC 6455 section 4.1).
    origin: checkUrl(request.url, schemes, redactor).origin.replace(/^ws/, "http"),
  };
  const notes: Problem[] = [];
  const note = (problem: Problem): void => {
    notes.push(problem);
    report(problem);
  };
  const newCall = (): HookCall<ChainReason> => ({
    host,
    subject,
    signal: new CallSignal(signal),
    context: () => reason,
    report: note,
  });
  // Who shapes a request has no business with the setting, and does not choose another one.
  const { type } = request.auth;
  const shape = () => hooks.beforeSend("shape", { ...request, auth: { type, settings: {} } }, newCall());
  const shaped = hooks.hasStage("shape") ? { ...(await shape()), auth: request.auth } : request;
  const url = checkUrl(shaped.url, schemes, redactor);
  let ready = shaped;
  let written = noCredentials;
  if (carriesAuth(shaped)) {
    const scheme = shaped.auth.type;
    checkOrigin(shaped.auth, url).forEach(note);
    if (!hooks.appliesAuth(subject)) throw fault("AUTH_NOT_APPLIED", { scheme, plugin: ownerOf(scheme) });
    ready = await hooks.beforeSend("credentials", shaped, newCall());
    const part = forbiddenChange(shaped, ready);
    if (part !== undefined) throw fault("AUTH_CHANGED_REQUEST", { scheme, part });
    written = addedCredentials(shaped, ready);
    ready = withoutShadowed(shaped, ready, written);
    checkPlacement(ready, written);
    replaced(shaped, ready, written).forEach(note);
    rememberWritten(ready, written, redactor);
  }
  checkHeaders(ready, written, redactor);
  if (hooks.hasStage("observe"))
    await hooks.beforeSend("observe", shownRequest(ready, written, redactor), newCall());
  return { request: ready, written, notes };
}

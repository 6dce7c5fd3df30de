// Runs the hook `beforeSend`: the stage `shape`, then `credentials`, whose changes are checked, then `observe`, which sees
// no secret.

import {
  fault,
  problemFor,
  CallSignal,
  percentDecode,
  type Redactor,
  type HookCall,
  type Kernel,
  type SendStage,
  type Tap,
  type Problem,
  type SendContext,
  type AuthSetting,
  type HeaderPair,
  type OutgoingRequest,
} from "@pictor/kernel";
import { checkHeaders, checkUrl, parseUrl } from "./check-outgoing.js";
import {
  addedCredentials,
  isDate,
  removedPairs,
  withoutShadowed,
  noCredentials,
  redactedRequest,
  type Credentials,
} from "./credentials.js";
import { addedNothing, addsCredential, checkChange } from "./handler-changes.js";
import type { AuthSources } from "./auth-setting.js";
import { isLoopback } from "./proxy.js";
import { schemeFailure } from "./scheme-failure.js";

/** What a kernel and its profiles give to every request. */
export interface RequestSources extends Pick<Kernel["runtime"], "hooks" | "host" | "redactor" | "report"> {
  readonly auth: AuthSources;
  /** The header User-Agent of requests that have none. */
  readonly userAgent: string;
}

/** The members of the handlers' context that say why the hook runs. */
export interface SendReason extends Pick<SendContext, "reason" | "challenge"> {
  /** Whether the challenge is the refusal of credentials that the request carried, which are rarely answered. Default: false. */
  readonly isRefusal?: boolean;
}
type CallContext = Pick<SendContext, "reason" | "challenge" | "covers">;

export interface PreparedRequest {
  readonly request: OutgoingRequest;
  readonly credentials: Credentials;
  /** Problems to report together with the reply. */
  readonly notes: readonly Problem[];
  /** What the signature covers, as the scheme has reported it. */
  readonly covers: readonly string[];
}

export const hasCredentials = ({ credentials: { headers, query } }: PreparedRequest): boolean =>
  headers.size + query.size > 0;

/** Whether a second run of the hook added other credentials than the first (RFC 9110 section 15.5.2). */
export const hasNewCredentials = (before: PreparedRequest, after: PreparedRequest): boolean =>
  hasCredentials(after) &&
  (before.request.url !== after.request.url ||
    JSON.stringify(before.request.headers) !== JSON.stringify(after.request.headers));

/**
 * Whether a request carries credentials. False for a scheme's own token and discovery requests, which must not call the
 * scheme again.
 */
export const carriesAuth = (request: OutgoingRequest): boolean =>
  request.auth.type !== "none" && request.purpose !== "token" && request.purpose !== "discovery";

/**
 * The shortest value of a query parameter that is hidden wherever it occurs. Shorter ones are words such as `host`,
 * which a signature lists; in the address of the request they are hidden too.
 */
const minRememberedValue = 6;

function rememberCredentials(request: OutgoingRequest, credentials: Credentials, redactor: Redactor): void {
  for (const [name, value] of request.headers)
    if (credentials.headers.has(name.toLowerCase()) && !isDate(name, value)) rememberValue(value, redactor);
  for (const pair of credentials.query) {
    const [name = "", ...rest] = pair.split("=");
    const value = percentDecode(rest.join("="));
    if (!isDate(name, value) && value.length >= minRememberedValue) rememberValue(value, redactor);
  }
}

/** Checks that the credentials may go to an origin; reports a connection without TLS. Throws `AUTH_ORIGIN_REFUSED`. */
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
  return [problemFor(fault("AUTH_WITHOUT_TLS", { origin }))];
}

/** Throws `AUTH_PLACED_TWICE` for a token in the query and in a header (RFC 6750 section 2). */
function checkPlacement({ url }: OutgoingRequest, credentials: Credentials): void {
  const parameter = "access_token";
  const isInQuery = url.includes(parameter) && parseUrl(url)?.searchParams.has(parameter) === true;
  if (isInQuery && credentials.headers.has("authorization")) throw fault("AUTH_PLACED_TWICE", { parameter });
}

/** Reports headers and query parameters of the request that the credentials have replaced. */
function reportReplaced(
  before: OutgoingRequest,
  after: OutgoingRequest,
  credentials: Credentials,
): readonly Problem[] {
  const scheme = before.auth.type;
  // A header is kept if a credential was only appended to its value, such as a cookie to other cookies.
  const isKept = ([name, value]: HeaderPair): boolean =>
    after.headers.some(
      ([other, text]) => other.toLowerCase() === name.toLowerCase() && text.startsWith(value),
    );
  const isGone = (header: HeaderPair): boolean =>
    credentials.headers.has(header[0].toLowerCase()) && !isKept(header);
  const header = before.headers.find(isGone);
  const isShorter = removedPairs(before, after) > 0;
  const parts = [...(header ? [`header ${header[0]}`] : []), ...(isShorter ? ["query parameter"] : [])];
  return parts.map((part) => problemFor(fault("AUTH_REPLACED", { scheme, part })));
}

/**
 * Hides a header value from now on. Of `Basic abc`, both the whole value and `abc` are secret. A value with
 * percent-encoded parts is also hidden as it reads when a server has repeated it in an address and the address is
 * decoded.
 */
function rememberValue(value: string, redactor: Redactor): void {
  redactor.addTransientSecret(value);
  const credentials = /^[\w-]+ (\S.*)$/.exec(value)?.[1];
  if (credentials !== undefined) redactor.addTransientSecret(credentials);
  const plain = percentDecode(value);
  if (plain !== value) rememberValue(plain, redactor);
}

/** Runs the hook and checks its result. Throws what a handler throws, `AUTH_...` or `REQUEST_...`. */
export async function runBeforeSend(
  request: OutgoingRequest,
  { isRefusal = false, ...reason }: SendReason,
  signal: AbortSignal | undefined,
  { hooks, host, redactor, report, auth }: RequestSources,
): Promise<PreparedRequest> {
  const schemes = request.purpose === "handshake" ? ["ws:", "wss:"] : ["http:", "https:"];
  const subject = {
    authType: request.auth.type,
    purpose: request.purpose,
    // The opening handshake of `ws:` and `wss:` is an HTTP request (RFC 6455 section 4.1).
    origin: checkUrl(request.url, schemes, redactor).origin.replace(/^ws/, "http"),
  };
  const notes: Problem[] = [];
  const note = (problem: Problem): void => {
    notes.push(problem);
    report(problem);
  };
  const covers: string[] = [];
  const context: CallContext = { ...reason, covers: (names) => void covers.push(...names.map(String)) };
  const newCall = (stage: SendStage, more?: HookCall<CallContext>["onResult"]): HookCall<CallContext> => ({
    host,
    subject,
    signal: new CallSignal(signal),
    context: () => context,
    report: note,
    onResult(tap, before, after) {
      checkChange(stage, tap, before as OutgoingRequest, after as OutgoingRequest);
      more?.(tap, before, after);
    },
  });
  const isAuthenticated = carriesAuth(request);
  const taps = isAuthenticated ? hooks.authTaps(subject) : [];
  // The handlers of the stage `shape` neither see nor change the auth setting.
  const { type } = request.auth;
  const shape = () =>
    hooks.beforeSend("shape", { ...request, auth: { type, settings: {} } }, newCall("shape"));
  const shaped = hooks.hasStage("shape") ? { ...(await shape()), auth: request.auth } : request;
  const url = checkUrl(shaped.url, schemes, redactor);
  let ready = shaped;
  let credentials = noCredentials;
  if (isAuthenticated) {
    const scheme = shaped.auth.type;
    checkOrigin(shaped.auth, url).forEach(note);
    const notesBefore = notes.length;
    const results = new Map<Tap, boolean>();
    const onResult = (tap: Tap, before: unknown, after: unknown): void => {
      results.set(tap, addsCredential(before as OutgoingRequest, after as OutgoingRequest));
    };
    ready = await hooks
      .beforeSend("credentials", shaped, newCall("credentials", onResult))
      .catch((thrown: unknown) => Promise.reject(schemeFailure(thrown, shaped.auth, auth)));
    if (!taps.some((tap) => results.get(tap))) {
      const nothing = addedNothing(scheme, taps, results);
      if (auth.scheme(scheme)?.challenge !== true) throw nothing;
      // A handler that cannot answer a challenge usually says why.
      if (reason.reason === "challenge" && !isRefusal && notes.length === notesBefore)
        note(problemFor(nothing));
    }
    credentials = addedCredentials(shaped, ready);
    ready = withoutShadowed(shaped, ready, credentials);
    checkPlacement(ready, credentials);
    reportReplaced(shaped, ready, credentials).forEach(note);
    rememberCredentials(ready, credentials, redactor);
  }
  checkHeaders(ready, redactor);
  if (hooks.hasStage("observe"))
    await hooks.beforeSend("observe", redactedRequest(ready, credentials, redactor), newCall("observe"));
  return { request: ready, credentials, notes, covers };
}

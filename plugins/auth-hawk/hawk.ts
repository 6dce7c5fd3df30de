// Hawk: signs requests, and reports whether a setting is complete.

import { randomBytes } from "node:crypto";
import { digestOf, fault, headerValues, readBody, setHeader, targetUrl } from "@pictor/kernel/plugin";
import type { AuthSetting, AuthStatus, Clock, OutgoingRequest, SendContext } from "@pictor/kernel/plugin";
import { payloadHash, requestMac } from "./mac.js";
import { createOffsets, timeIn } from "./server-time.js";
import type { HawkSettings } from "./settings.gen.js";

type Context = Pick<SendContext, "challenge" | "covers" | "report" | "signal">;

/** The fields, which the kernel has checked against the manifest and completed with defaults. */
const fieldsOf = ({ settings }: AuthSetting): HawkSettings => settings as unknown as HawkSettings;

const missingFields = (fields: HawkSettings): readonly string[] =>
  (["id", "key"] as const).filter((name) => fields[name] === "");

const invalid = (field: keyof HawkSettings, problem: string) =>
  fault("AUTH_SETTING_INVALID", { where: `hawk.${field}`, problem });

/** The attributes stand in quotes, and servers accept no escapes in them. */
function checkAttributes(fields: HawkSettings): void {
  for (const name of ["id", "ext", "app", "dlg"] as const) {
    if (/[^\x20-\x7e]|["\\]/.test(fields[name]))
      throw invalid(name, "it contains a quotation mark, a backslash, or a character beyond ASCII");
  }
  if (fields.dlg !== "" && fields.app === "") throw invalid("dlg", "it is sent only with an application ID");
}

/** Identifies a server and a key by a hash, so that the key is not kept in memory. */
const accountOf = ({ origin }: URL, { id, key }: HawkSettings): string =>
  digestOf(JSON.stringify([origin, id, key]));

async function hashOf(request: OutgoingRequest, signal: AbortSignal): Promise<string> {
  const { headers, body, auth } = request;
  if (body === undefined || !fieldsOf(auth).payloadHash) return "";
  if (!body.replayable)
    throw invalid(
      "payloadHash",
      "the body can be read only once, and would have to be read for its signature",
    );
  const [type = ""] = headerValues(headers, "Content-Type");
  return payloadHash(type, readBody(request, signal));
}

/**
 * Creates the handler of `beforeSend`. Each run has a nonce of its own. A server that refuses the time of a request names
 * its own; if it proves that it knows the key, the request is repeated once with that time, which later requests use too. Throws
 * `AUTH_NOT_CONFIGURED` and `AUTH_SETTING_INVALID`.
 */
export function createAddHawk(
  clock: Pick<Clock, "now">,
  createNonce = () => randomBytes(9).toString("base64url"),
) {
  const offsets = createOffsets();

  /** Whether the request may be sent again, after its account has got the time of the server. */
  function hasNewTime(account: string, fields: HawkSettings, { origin }: URL, context: Context): boolean {
    const named = timeIn(context.challenge?.headers["www-authenticate"] ?? "", fields.key);
    if (named.kind === "proven") offsets.set(account, named.timeMs - clock.now());
    if (named.kind === "forged") {
      context.report({
        code: "AUTH_CHALLENGE_UNANSWERED",
        message: `${origin} names another time, but does not prove that it knows the key, so the time is not used.`,
        hint: "Check the key, and the clock of this machine.",
      });
    }
    return named.kind === "proven";
  }

  return async function addHawk(
    request: OutgoingRequest,
    context: Context,
  ): Promise<OutgoingRequest | undefined> {
    const fields = fieldsOf(request.auth);
    const missing = missingFields(fields);
    if (missing.length > 0) throw fault("AUTH_NOT_CONFIGURED", { where: "hawk", fields: missing.join(", ") });
    checkAttributes(fields);
    const url = targetUrl(request);
    const account = accountOf(url, fields);
    if (context.challenge !== undefined && !hasNewTime(account, fields, url, context)) return undefined;
    const { id, key, ext, app, dlg } = fields;
    const hash = await hashOf(request, context.signal);
    const timestamp = Math.floor((clock.now() + offsets.of(account)) / 1000);
    const nonce = createNonce();
    const mac = requestMac(key, { method: request.method, url, timestamp, nonce, hash, ext, app, dlg });
    context.covers?.(["method", "host", "port", "path", "query", ...(hash === "" ? [] : ["body"])]);
    const attributes = Object.entries({ id, ts: timestamp, nonce, hash, ext, mac, app, dlg })
      .filter(([, value]) => value !== "")
      .map(([name, value]) => `${name}="${value}"`);
    return setHeader(request, "Authorization", `Hawk ${attributes.join(", ")}`);
  };
}

/** The status is `missing` until both parts of the key are set. */
export function status(auth: AuthSetting): AuthStatus {
  const fields = missingFields(fieldsOf(auth));
  return fields.length > 0 ? { state: "missing", fields } : { state: "ready" };
}

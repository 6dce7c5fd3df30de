// Every scheme with its profile, and a gate that accepts exactly one right credential.

import { createHash, randomUUID } from "node:crypto";
import { lines, type Answer, type Arrived, type Gate } from "./proxy.test.support.js";
import { client, type Provider } from "./provider.test.support.js";

export interface Guarded {
  readonly profile: Readonly<Record<string, unknown>>;
  readonly gate: Gate;
  /** Texts that must occur nowhere but on the wire, in the spellings of the wire. */
  readonly secrets: readonly string[];
  /** Number of requests that the gate refuses before it accepts the right one. */
  readonly asksFirst: number;
}
export interface Scheme {
  readonly name: string;
  readonly guard: (provider: Provider) => Guarded;
}

const variable = "PICTOR_TEST_BACKEND_SECRET";
const secret = { $env: variable };
const base64 = (text: string): string => Buffer.from(text).toString("base64");

/** Refuses a request unless it has exactly one credential, and the right one. */
const gateOf =
  (found: (request: Arrived) => readonly string[], isRight: (value: string) => boolean): Gate =>
  (request) => {
    const values = found(request);
    return values.length === 1 && isRight(values[0] ?? "") ? undefined : { status: 401 };
  };

function fixed(
  name: string,
  value: string,
  type: string,
  fields: object,
  found: (request: Arrived) => readonly string[],
  sent = value,
): Scheme {
  return {
    name,
    guard() {
      process.env[variable] = value;
      return {
        profile: { type, schemes: { [type]: fields } },
        gate: gateOf(found, (given) => given === sent),
        secrets: [value, sent, encodeURIComponent(value), base64(value).replace(/=+$/, "")],
        asksFirst: 0,
      };
    },
  };
}

const header =
  (name: string) =>
  (request: Arrived): readonly string[] =>
    lines(request, name);
const authorization = header("authorization");
const query =
  (name: string) =>
  ({ url }: Arrived): readonly string[] =>
    new URL(url, "http://a").searchParams.getAll(name);
const cookie =
  (name: string) =>
  (request: Arrived): readonly string[] =>
    lines(request, "cookie")
      .flatMap((line) => line.split("; "))
      .filter((pair) => pair.startsWith(`${name}=`));

/** RFC 7616 with SHA-256 and `auth`. A nonce count is accepted once. */
function digestGate(username: string, password: string): Gate {
  const nonce = randomUUID();
  const counts = new Set<string>();
  const hash = (...parts: readonly string[]): string =>
    createHash("sha256").update(parts.join(":")).digest("hex");
  const isRight = ({ method, url }: Arrived, answer: string): boolean => {
    const get = (name: string): string => new RegExp(`\\b${name}="?([^",]*)`).exec(answer)?.[1] ?? "";
    const proof = [nonce, get("nc"), get("cnonce"), "auth", hash(method, url)];
    if (get("response") !== hash(hash(username, "studio", password), ...proof)) return false;
    if (get("uri") !== url || counts.has(get("nc"))) return false;
    counts.add(get("nc"));
    return true;
  };
  const challenge = `Digest realm="studio", nonce="${nonce}", qop="auth", algorithm=SHA-256`;
  const asks: Answer = { status: 401, headers: { "www-authenticate": challenge } };
  return (request) => {
    const [answer = "", ...more] = authorization(request);
    return more.length === 0 && isRight(request, answer) ? undefined : asks;
  };
}

/** The gate of a resource server (RFC 6750 section 3). */
export const tokenGate =
  (provider: Provider, found = authorization, prefix = "Bearer "): Gate =>
  (request) => {
    const headers = { "www-authenticate": 'Bearer error="invalid_token"' };
    const isRight = (value: string): boolean =>
      value.startsWith(prefix) && provider.accepts(value.slice(prefix.length));
    return gateOf(found, isRight)(request) && { status: 401, headers };
  };

export function oauthProfile({ tokenUrl }: Provider, more: object = {}) {
  process.env[variable] = client.secret;
  const fields = { grantType: "client_credentials", tokenUrl, clientId: client.id, clientSecret: secret };
  return { type: "oauth2", schemes: { oauth2: { ...fields, ...more } } };
}

const oauthSecrets = ["CANARY-token", client.secret, base64(client.secret).replace(/=+$/, "")];

export const schemes: readonly Scheme[] = [
  fixed(
    "Basic",
    "CANARY: Pässwort/+",
    "basic",
    { username: "anna", password: secret },
    authorization,
    `Basic ${base64("anna:CANARY: Pässwort/+")}`,
  ),
  fixed(
    "Bearer",
    "CANARY-bearer~+/=",
    "bearer",
    { token: secret },
    authorization,
    "Bearer CANARY-bearer~+/=",
  ),
  fixed(
    "an API key in a header",
    "CANARY key;in-header",
    "api-key",
    { key: "X-Studio-Key", value: secret },
    header("x-studio-key"),
  ),
  fixed(
    "an API key in the query",
    "CANARY key/?&=#+",
    "api-key",
    { key: "token", value: secret, addTo: "query" },
    query("token"),
  ),
  fixed(
    "an API key in a cookie",
    "CANARY-cookie/+=",
    "api-key",
    { key: "studio", value: secret, addTo: "cookie" },
    cookie("studio"),
    "studio=CANARY-cookie/+=",
  ),
  {
    name: "Digest",
    guard() {
      process.env[variable] = "CANARY-digest";
      return {
        profile: { type: "digest", schemes: { digest: { username: "anna", password: secret } } },
        gate: digestGate("anna", "CANARY-digest"),
        secrets: ["CANARY-digest", base64("CANARY-digest").replace(/=+$/, ""), "response="],
        asksFirst: 1,
      };
    },
  },
  {
    name: "OAuth 2.0",
    guard: (provider) => ({
      profile: oauthProfile(provider),
      gate: tokenGate(provider),
      secrets: oauthSecrets,
      asksFirst: 0,
    }),
  },
  {
    name: "OAuth 2.0 in the query",
    guard: (provider) => ({
      profile: oauthProfile(provider, { addTo: "query" }),
      gate: tokenGate(provider, query("access_token"), ""),
      secrets: oauthSecrets,
      asksFirst: 0,
    }),
  },
];

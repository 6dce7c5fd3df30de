// Every way to write a credential: the real schemes, and two test schemes. Each has a secret that occurs nowhere else.

import { createHmac } from "node:crypto";
import { join } from "node:path";
import { manifestOf } from "@pictor/host/testing";
import { setHeader, setQueryParameter, type OutgoingRequest, type Plugin } from "@pictor/kernel/plugin";
import type { RequestInput } from "@pictor/host";
import type { ReceivedRequest } from "./origins.test.support.js";

type Auth = Exclude<RequestInput["auth"], string | undefined>;

export interface Fixture {
  readonly name: string;
  readonly auth: Auth;
  /** The credential in a request, as the right origin receives it. */
  readonly sent: (request: ReceivedRequest) => string | undefined;
  /** Texts that must occur nowhere else: the secret in its spellings, and the traces that the scheme leaves. */
  readonly traces: readonly string[];
  /** The challenge of a first reply with status 401. */
  readonly challenge?: string;
  /** Whether each request has its own credential, because it signs the address, the time or a nonce. */
  readonly isSignature?: true;
}

const base64 = (text: string): string => Buffer.from(text).toString("base64");
const header = (name: string) => (request: ReceivedRequest) => request.headers[name]?.toString();
const authorization = header("authorization");
const spelled = (secret: string): readonly string[] => [
  secret,
  encodeURIComponent(secret),
  base64(secret).replace(/=+$/, ""),
];

export const fixtures: readonly Fixture[] = [
  {
    name: "basic",
    auth: { type: "basic", username: "anna", password: "CANARY basic: ü/" },
    sent: authorization,
    traces: [...spelled("CANARY basic: ü/"), base64("anna:CANARY basic: ü/"), "authorization"],
  },
  {
    name: "bearer",
    auth: { type: "bearer", token: "CANARY-bearer~+/x==" },
    sent: authorization,
    traces: [...spelled("CANARY-bearer~+/x=="), "authorization"],
  },
  {
    name: "api-key in a header",
    auth: { type: "api-key", key: "X-Studio-Key", value: "CANARY-key;in-header" },
    sent: header("x-studio-key"),
    traces: [...spelled("CANARY-key;in-header"), "x-studio-key"],
  },
  {
    name: "api-key in the query",
    auth: { type: "api-key", key: "token", value: "CANARY:in/query+=", addTo: "query" },
    sent: ({ url }) => new URL(url, "http://a").searchParams.get("token") ?? undefined,
    traces: [...spelled("CANARY:in/query+="), "token="],
  },
  {
    name: "api-key in a cookie",
    auth: { type: "api-key", key: "studio", value: "CANARY-cookie/+=", addTo: "cookie" },
    sent: header("cookie"),
    traces: [...spelled("CANARY-cookie/+="), "cookie"],
  },
  {
    name: "digest",
    auth: { type: "digest", username: "anna", password: "CANARY-digest" },
    sent: authorization,
    traces: [...spelled("CANARY-digest"), "authorization", "response="],
    challenge: 'Digest realm="studio", nonce="n1", qop="auth", algorithm=SHA-256',
  },
  {
    name: "jwt",
    auth: { type: "jwt", algorithm: "HS256", key: "CANARY-jwt", issuer: "robot" },
    sent: authorization,
    traces: [...spelled("CANARY-jwt"), "authorization", "eyJ"],
  },
  {
    name: "aws-sigv4",
    auth: { type: "aws-sigv4", accessKeyId: "anna", secretAccessKey: "CANARY-aws", service: "s3" },
    sent: authorization,
    traces: [...spelled("CANARY-aws"), "authorization", "x-amz", "signature="],
    isSignature: true,
  },
  {
    name: "oauth1",
    auth: { type: "oauth1", consumerKey: "anna", consumerSecret: "CANARY-oauth1" },
    sent: authorization,
    traces: [...spelled("CANARY-oauth1"), "authorization", "oauth_signature"],
    isSignature: true,
  },
  {
    name: "hawk",
    auth: { type: "hawk", id: "anna", key: "CANARY-hawk" },
    sent: authorization,
    traces: [...spelled("CANARY-hawk"), "authorization", "mac="],
    isSignature: true,
  },
  {
    name: "a signature in two headers and the query",
    auth: { type: "signature", secret: "CANARY-signature" },
    sent: header("x-signature"),
    traces: [...spelled("CANARY-signature"), "x-signature", "x-signed-by", "signed-until="],
    isSignature: true,
  },
  {
    name: "an answer to a challenge",
    auth: { type: "answer", secret: "CANARY-answer" },
    sent: header("x-answer"),
    traces: [...spelled("CANARY-answer"), "x-answer"],
    challenge: "Answer",
  },
];

const field = ({ auth }: OutgoingRequest, name: string): string => auth.settings[name] as string;
const secret = { type: "string", "x-secret": true };
const text = { type: "string", default: "" };

/** A signing scheme, a scheme that answers challenges, and one that always answers with the same credentials. */
const ownSchemes = {
  manifest: manifestOf("auth-own", "auth", {
    contributes: {
      authSchemes: [
        {
          id: "signature",
          title: "Signature",
          handler: "sign",
          band: "sign",
          settings: { type: "object", properties: { secret } },
        },
        {
          id: "answer",
          title: "Answer",
          handler: "answer",
          challenge: true,
          settings: { type: "object", properties: { secret } },
        },
        {
          id: "repeat",
          title: "Repeat",
          handler: "repeat",
          challenge: true,
          settings: { type: "object", properties: { secret, place: text } },
        },
      ],
    },
  }),
  plugin: (() => {
    const asked = new Set<string>();
    return {
      handlers: {
        sign(request: OutgoingRequest) {
          const key = field(request, "secret");
          const proof = createHmac("sha256", key).update(`${request.method} ${request.url}`).digest("hex");
          const named = setQueryParameter(request, "signed-until", "2099");
          return setHeader(setHeader(named, "X-Signed-By", `key ${key}`), "X-Signature", proof);
        },
        /** As Digest does: after a challenge, later requests are signed in advance. */
        answer(request: OutgoingRequest, { challenge }: { readonly challenge?: object }) {
          const { host } = new URL(request.url);
          if (challenge !== undefined) asked.add(host);
          return asked.has(host) ? setHeader(request, "X-Answer", field(request, "secret")) : undefined;
        },
        repeat: (request: OutgoingRequest) =>
          field(request, "place") === "query"
            ? setQueryParameter(request, "key", field(request, "secret"))
            : setHeader(request, "X-Key", field(request, "secret")),
      },
    };
  }) as unknown as Plugin,
};

const folder = (name: string): string => join(import.meta.dirname, "../../plugins", name);

/** Plugins for `createTestPictor`. */
export const plugins = [
  ...[
    "auth-basic",
    "auth-bearer",
    "auth-api-key",
    "auth-digest",
    "auth-hawk",
    "auth-jwt",
    "auth-aws-sigv4",
    "auth-oauth1",
    "auth-oauth2",
  ].map(folder),
  ownSchemes,
];

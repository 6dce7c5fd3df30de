// What the tests need of an authorization server: its clients, its users at the browser, and what it supports.

import type { BrowserUser } from "../../../plugins/auth-oauth2/testing/browser-user.js";

export const account = { username: "alice", password: " p&ss=wörd%20 " } as const;

/** Reserved characters, which RFC 6749 section 2.3.1 encodes in Basic authentication. */
export const clientSecret = "s3cr:t &+%20~!";

export const clientIds = { application: "app", robot: "robot", password: "typist" } as const;

/** A client of the tests themselves. */
export const checker = { clientId: "checker", clientSecret: "checker-secret" } as const;

export type Fields = Readonly<Record<string, unknown>>;
export type Grant = "authorization_code" | "client_credentials" | "password" | "device_code";

/** What a user enters for a public and for a confidential client. */
export const publicClient = (clientId: string): Fields => ({ clientId });
export const confidentialClient = (clientId: string): Fields => ({
  clientId,
  clientSecret: { $secret: "client-secret" },
});

export interface AuthorizationServer {
  readonly issuer: string;
  /** What a user enters for each grant, besides the discovered endpoints, scopes and account. */
  readonly clients: Readonly<Partial<Record<Grant, Fields>>>;
  /** Opens an authorization URL, signs in and consents (or denies). Settles with the callback URL, which is not opened. */
  authorize(authorizationUrl: string, user?: BrowserUser): Promise<string>;
  approveDevice(userCode: string): Promise<void>;
  denyDevice(userCode: string): Promise<void>;
  /** Whether the token is active (RFC 7662 section 2.2). */
  isActive(token: string): Promise<boolean>;
  close(): Promise<void>;
}

export interface ServerKind {
  readonly name: string;
  /** Why the server cannot run here; undefined if it can. */
  readonly missing: string | undefined;
  /** The grants of a person. Both servers have client credentials. */
  readonly personal: readonly Grant[];
  /** Whether a person can refuse a client. */
  readonly canDeny: boolean;
  /** The grants whose clients here are public, but which may not revoke without a secret. */
  readonly cannotRevoke: readonly Grant[];
  /** `callbackUrl` is registered for the clients. */
  start(callbackUrl: string): Promise<AuthorizationServer>;
}

/** Whether a token is active, which the client `checker` asks with a token of its own. */
export async function introspect(issuer: string, slash: "/" | "", token: string): Promise<boolean> {
  const post = async (endpoint: string, form: Readonly<Record<string, string>>, authorization: string) => {
    const request = { method: "POST", body: new URLSearchParams(form), headers: { authorization } };
    return (await (await fetch(`${issuer}/${endpoint}${slash}`, request)).json()) as Readonly<
      Record<string, unknown>
    >;
  };
  const credentials = Buffer.from(`${checker.clientId}:${checker.clientSecret}`).toString("base64");
  const form = { grant_type: "client_credentials", scope: "introspection" };
  const { access_token: own } = await post("token", form, `Basic ${credentials}`);
  const { active } = await post("introspect", { token }, `Bearer ${String(own)}`);
  return active === true;
}

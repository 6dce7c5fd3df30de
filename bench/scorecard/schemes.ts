// The schemes of the gateway's cases: what a profile contains, and which requests the protecting proxy lets pass.

import type { IncomingHttpHeaders } from "node:http";

export interface Scheme {
  readonly settings: object;
  readonly permits: (headers: IncomingHttpHeaders) => boolean;
  /** The reply of the token endpoint. */
  readonly issue: () => object;
}

/** Configurations contain references to secrets, and no secrets. */
const secretVariable = "PICTOR_BENCH_SECRET";
const password = "secret-of-the-gateway";
process.env[secretVariable] = password;
const secret = { $env: secretVariable };
const username = "anna";
/** Seconds for which a token of the authorization server is valid: shorter than most cases. */
const tokenSeconds = 3;

const basicHeader = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;

function oauth2(url: string): Scheme {
  const expiries = new Map<string, number>();
  return {
    settings: {
      grantType: "client_credentials",
      tokenUrl: `${url}token`,
      clientId: "robot",
      clientSecret: secret,
    },
    permits: ({ authorization = "" }) => Date.now() < (expiries.get(authorization) ?? 0),
    issue() {
      const token = `token-${expiries.size}-${Math.random()}`;
      expiries.set(`Bearer ${token}`, Date.now() + tokenSeconds * 1000);
      return { access_token: token, token_type: "bearer", expires_in: tokenSeconds };
    },
  };
}

/** By name; each for a proxy with the given address. */
export const schemes = {
  basic: (): Scheme => ({
    settings: { username, password: secret },
    permits: ({ authorization }) => authorization === basicHeader,
    issue: () => ({ error: "unsupported_grant_type" }),
  }),
  oauth2,
};
export type SchemeName = keyof typeof schemes;

/** What `--gateway` takes. */
export const gateways = ["basic", "oauth2", "distance"] as const;
export type GatewayName = (typeof gateways)[number];

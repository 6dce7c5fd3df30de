// A token endpoint (RFC 6749 section 4.4) that issues and revokes tokens, and counts its requests.

import { createServer, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { listen } from "@pictor/host/testing";

export const client = { id: "studio", secret: "CANARY-client-secret" };
const credentials = `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString("base64")}`;

export interface ProviderOptions {
  /** Lifetime of a token in seconds. Default: until it is revoked, which clients are not told. */
  readonly lifeS?: number;
}

/** `now` returns milliseconds since 1970. */
export async function startProvider(now: () => number, { lifeS }: ProviderOptions = {}) {
  const issued: string[] = [];
  const live = new Map<string, number>();
  let asked = 0;
  let refusal: number | undefined;

  async function answer(request: IncomingMessage): Promise<readonly [status: number, body: object]> {
    asked++;
    const form = new URLSearchParams(await text(request));
    if (refusal !== undefined)
      return [refusal, { error: refusal < 500 ? "invalid_client" : "temporarily_unavailable" }];
    if (request.headers.authorization !== credentials) return [401, { error: "invalid_client" }];
    if (form.get("grant_type") !== "client_credentials") return [400, { error: "unsupported_grant_type" }];
    const token = `CANARY-token-${issued.length + 1}`;
    issued.push(token);
    live.set(token, lifeS === undefined ? Infinity : now() + lifeS * 1_000);
    const life = lifeS === undefined ? {} : { expires_in: lifeS };
    return [200, { access_token: token, token_type: "bearer", ...life }];
  }

  const server = createServer((request, response) => {
    void answer(request).then(([status, body]) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body)),
    );
  });
  const { origin, close } = await listen(server);
  return {
    tokenUrl: `${origin}/token`,
    asked: () => asked,
    accepts: (token: string): boolean => now() < (live.get(token) ?? -Infinity),
    /** Revokes all tokens that were issued so far. */
    revoke(): void {
      live.clear();
    },
    /** Answers every request with this status from now on. */
    refuse(status: number): void {
      refusal = status;
    },
    close,
  };
}
export type Provider = Awaited<ReturnType<typeof startProvider>>;

// An authorization server on loopback: the token endpoint of the client credentials grant (RFC 6749 section 4.4), and the device
// grant (RFC 8628), whose code a test approves.

import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { listen } from "@pictor/host/testing";

export interface TokenServer {
  readonly url: string;
  readonly clientSecret: string;
  /** A JSON Web Token, whose subject is `anna`. */
  readonly accessToken: string;
  /** The person agrees to the device. */
  approve(): void;
  close(): Promise<void>;
}

export async function startTokenServer(): Promise<TokenServer> {
  const clientSecret = "client-CANARY-1";
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
  const accessToken = `${part({ alg: "RS256" })}.${part({ sub: "anna", aud: "shop" })}.access-CANARY-2`;
  let approved = false;
  const answerTo = (
    path: string,
    form: URLSearchParams,
    authorization: string,
  ): readonly [number, object] => {
    const token = { access_token: accessToken, token_type: "Bearer", expires_in: 3600 };
    if (path === "/device") {
      const verification_uri = "http://127.0.0.1/enter";
      return [
        200,
        { device_code: "device-CANARY-3", user_code: "WDJB", verification_uri, expires_in: 600, interval: 1 },
      ];
    }
    if (form.get("grant_type") !== "client_credentials")
      return approved ? [200, token] : [400, { error: "authorization_pending" }];
    const basic = `Basic ${Buffer.from(`client:${clientSecret}`).toString("base64")}`;
    return authorization === basic || form.get("client_secret") === clientSecret
      ? [200, token]
      : [401, { error: "invalid_client", error_description: "unknown client" }];
  };
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { authorization = "" } = request.headers;
      const [status, json] = answerTo(request.url ?? "", new URLSearchParams(body), authorization);
      response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(json));
    });
  });
  const { origin, close } = await listen(server);
  return { clientSecret, accessToken, url: origin, approve: () => (approved = true), close };
}

// Client certificates (RFC 8705): a real provider over TLS that authenticates clients by them, and binds tokens to them.

import { createHash, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { decodeClaims } from "../../plugins/auth-oauth2/jwt-claims.js";
import { registered, startProvider } from "../../plugins/auth-oauth2/testing/oidc-provider.js";
import { fixture } from "../../services/testing/proxies.js";
import { createTestBed } from "./test-bed.test.support.js";

const read = (name: string): string => readFileSync(fixture(name), "utf8");
const certificate = new X509Certificate(read("client"));
const thumbprint = createHash("sha256").update(certificate.raw).digest("base64url");
const tls = {
  cert: read("server"),
  key: read("server-key"),
  ca: read("authority"),
  requestCert: true,
  rejectUnauthorized: false,
};
const certificateOf = (socket: Socket): X509Certificate | undefined =>
  socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined;

const selfSigned = {
  ...certificate.publicKey.export({ format: "jwk" }),
  x5c: [certificate.raw.toString("base64")],
};
/** The thumbprint in the token and that of the connection, of each request to the API. */
const arrived: [unknown, string | undefined][] = [];

const bound = { tls_client_certificate_bound_access_tokens: true };
const provider = await startProvider({
  tls,
  moreClients: [
    registered({ clientId: "issued", clientSecret: "" }, "tls_client_auth", {
      ...bound,
      tls_client_auth_subject_dn: "CN=Pictor test client",
    }),
    registered({ clientId: "own", clientSecret: "" }, "self_signed_tls_client_auth", {
      ...bound,
      jwks: { keys: [selfSigned] },
    }),
  ],
  configuration: {
    clientAuthMethods: [
      ...(["client_secret_basic", "client_secret_post", "client_secret_jwt", "private_key_jwt"] as const),
      ...(["none", "tls_client_auth", "self_signed_tls_client_auth"] as const),
    ],
  },
  features: {
    mTLS: {
      enabled: true,
      certificateBoundAccessTokens: true,
      selfSignedTlsClientAuth: true,
      tlsClientAuth: true,
      getCertificate: ({ req }) => certificateOf(req.socket)?.toString(),
      certificateAuthorized: ({ req: { socket } }) => socket instanceof TLSSocket && socket.authorized,
      certificateSubjectMatches: ({ req }, property, expected) =>
        property === "tls_client_auth_subject_dn" && certificateOf(req.socket)?.subject === expected,
    },
  },
});
const api = createServer(tls, (request, response) => {
  const [, token = ""] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? "") ?? [];
  const { "x5t#S256": named } = (decodeClaims(token)?.["cnf"] ?? {}) as { readonly "x5t#S256"?: string };
  const presented = certificateOf(request.socket);
  arrived.push([named, presented && createHash("sha256").update(presented.raw).digest("base64url")]);
  response.end("ok");
});
await new Promise<void>((resolve) => api.listen(0, "127.0.0.1", resolve));
const apiUrl = `https://127.0.0.1:${(api.address() as AddressInfo).port}`;
afterAll(async () => {
  api.close();
  api.closeAllConnections();
  await provider.close();
});

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  arrived.length = 0;
  vi.unstubAllEnvs();
  for (const close of closing.splice(0)) await close();
});

/** A bed whose configuration has the client certificate for these origins. */
async function open(origins: readonly string[], fields: object) {
  vi.stubEnv("PICTOR_TEST_PASSPHRASE", "test-passphrase");
  const clientCertificates = origins.map((origin) => ({
    origin,
    certificate: fixture("client"),
    key: { $file: fixture("client-key") },
    passphrase: { $env: "PICTOR_TEST_PASSPHRASE" },
  }));
  const bed = await createTestBed(provider, { network: { ca: [fixture("authority")], clientCertificates } });
  closing.push(bed.close);
  const oauth2 = {
    ...provider.endpoints,
    grantType: "client_credentials",
    scopes: "api:read",
    resource: ["https://api.example/"],
    ...fields,
  };
  await bed.profiles.save("work", { type: "oauth2", schemes: { oauth2 } });
  return { ...bed, request: () => bed.pictor.send({ url: apiUrl, auth: "work" }) };
}

describe.each([
  ["issued", "tls_client_auth"],
  ["own", "self_signed_tls_client_auth"],
])("the client %s", (clientId, clientAuthentication) => {
  it("authenticates with its certificate, and presents it with the token that is bound to it", async () => {
    const { request } = await open([provider.issuer, apiUrl], { clientId, clientAuthentication });
    expect((await request()).status).toBe(200);
    expect(arrived).toEqual([[thumbprint, thumbprint]]);
  });

  it("is refused without a certificate for the provider, and the advice says where to name it", async () => {
    const { request } = await open([apiUrl], { clientId, clientAuthentication });
    await expect(request()).rejects.toMatchObject({
      code: "OAUTH_REFUSED",
      hint: expect.stringContaining("network.clientCertificates") as unknown,
    });
    expect(arrived).toEqual([]);
  });
});

it("the certificate is not presented to an origin that the configuration does not name", async () => {
  const method = { clientId: "issued", clientAuthentication: "tls_client_auth" };
  await (await open([provider.issuer], method)).request();
  expect(arrived).toEqual([[thumbprint, undefined]]);
});

it("the address for certificates is used in place of the token URL, and http is refused", async () => {
  const method = { clientId: "issued", clientAuthentication: "tls_client_auth" };
  const { tokenUrl: mtlsTokenUrl } = provider.endpoints;
  const aliased = { ...method, tokenUrl: "https://127.0.0.1:1/token", mtlsTokenUrl };
  const { request } = await open([provider.issuer, apiUrl], aliased);
  expect((await request()).status).toBe(200);
  const insecure = await open([], { ...method, tokenUrl: "http://127.0.0.1:1/token" });
  await expect(insecure.request()).rejects.toMatchObject({ code: "OAUTH_ENDPOINT_REFUSED" });
});

// Self-signed tokens through the whole of Pictor, against a server that verifies each with the public key of its client.

import { generateKeyPairSync } from "node:crypto";
import { createServer } from "node:http";
import { createTestPictor, rsaKeys, type TestPictor, listen } from "@pictor/host/testing";
import { decodeProtectedHeader, jwtVerify, type JWTPayload } from "jose";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";

const secret = "a shared secret of 32 characters";
const rsa = rsaKeys();
const p256 = generateKeyPairSync("ec", { namedCurve: "P-256" });
const p384 = generateKeyPairSync("ec", { namedCurve: "P-384" });
const ed25519 = generateKeyPairSync("ed25519");
const pem = ({ privateKey }: typeof rsa): string =>
  privateKey.export({ type: "pkcs8", format: "pem" }).toString();
const publicKeys = {
  RS256: rsa.publicKey,
  PS256: rsa.publicKey,
  ES256: p256.publicKey,
  ES384: p384.publicKey,
  EdDSA: ed25519.publicKey,
  HS256: Buffer.from(secret),
};

interface Arrived {
  readonly token: string;
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: JWTPayload;
}

let arrived: Arrived[] = [];
/** Tokens that the server no longer accepts. */
let refused: readonly string[] = [];
let test: TestPictor | undefined;

const { origin, close } = await listen(
  createServer((request, response) => {
    const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "";
    const answer = async (): Promise<number> => {
      const header = decodeProtectedHeader(token);
      const key = publicKeys[header.alg as keyof typeof publicKeys];
      const { payload } = await jwtVerify(token, key, { currentDate: new Date(test?.clock.now() ?? 0) });
      arrived.push({ token, header: { ...header }, claims: payload });
      return refused.includes(token) ? 401 : 200;
    };
    const end = (status: number) =>
      request.url === "/moved" && status === 200
        ? response.writeHead(302, { Location: "/there" }).end()
        : response.writeHead(status).end();
    answer().then(end, () => end(403));
  }),
);
afterAll(close);
afterEach(async () => {
  await test?.dispose();
  [test, arrived, refused] = [undefined, [], []];
});

const open = async (): Promise<TestPictor> =>
  (test ??= await createTestPictor({ plugins: [import.meta.dirname] }));

async function send(setting: object, path = "/", more: object = {}): Promise<number> {
  const { pictor } = await open();
  const reply = await pictor.send({ url: origin + path, auth: { type: "jwt", ...setting }, ...more });
  await reply.discard();
  return reply.status;
}
const hmac = { algorithm: "HS256", key: secret };

describe("a token is accepted", () => {
  it.each([
    ["RS256", pem(rsa)],
    ["PS256", pem(rsa)],
    ["ES256", pem(p256)],
    ["ES384", pem(p384)],
    ["EdDSA", pem(ed25519 as never)],
    ["HS256", secret],
  ])("that is signed with %s", async (algorithm, key) => {
    expect(await send({ algorithm, key, keyId: "k1" })).toBe(200);
    expect(arrived[0]?.header).toEqual({ alg: algorithm, typ: "JWT", kid: "k1" });
  });

  it("that is signed with a JWK, whose kid it names", async () => {
    const jwk = { ...p256.privateKey.export({ format: "jwk" }), kid: "own" };
    expect(await send({ algorithm: "ES256", key: JSON.stringify(jwk), tokenType: "" })).toBe(200);
    expect(arrived[0]?.header).toEqual({ alg: "ES256", kid: "own" });
  });

  it.each(["base64", "base64url"] as const)("that is signed with a secret in %s", async (encoding) => {
    const key = Buffer.from(secret).toString(encoding);
    expect(await send({ ...hmac, key, secretEncoding: "base64" })).toBe(200);
  });
});

describe("the claims", () => {
  it("are for the host that the header Host names", async () => {
    await send(hmac, "/", { headers: { Host: "api.example" } });
    expect(arrived[0]?.claims).toMatchObject({ aud: "http://api.example" });
  });

  it("are those of the fields, for the origin of the request and the lifetime", async () => {
    await (await open()).clock.advance(5_000);
    await send({ ...hmac, issuer: "robot", subject: "anna", lifetimeSeconds: 60 });
    expect(arrived[0]?.claims).toEqual({
      iss: "robot",
      sub: "anna",
      aud: origin,
      iat: 5,
      exp: 65,
      jti: expect.stringMatching(/^[\w-]{36}$/) as unknown,
    });
  });

  it("can be further ones, which replace those of the fields, or leave one out", async () => {
    const claims = JSON.stringify({ aud: ["a", "b"], iss: null, scope: "read", level: 3 });
    await send({ ...hmac, issuer: "robot", audience: "c", claims });
    expect(arrived[0]?.claims).toMatchObject({ aud: ["a", "b"], scope: "read", level: 3 });
    expect(arrived[0]?.claims).not.toHaveProperty("iss");
  });
});

describe("a token", () => {
  const tokens = (): readonly (string | undefined)[] => {
    const all = [...new Set(arrived.map(({ token }) => token))];
    return arrived.map(({ token }) => `t${all.indexOf(token) + 1}`);
  };

  it("is reused until shortly before it expires, also after a redirect", async () => {
    const { clock } = await open();
    await send(hmac, "/moved");
    await clock.advance(269_000);
    await send(hmac);
    await clock.advance(2_000);
    await send(hmac);
    expect(tokens()).toEqual(["t1", "t1", "t1", "t2"]);
  });

  it("is not reused for other claims", async () => {
    await send(hmac);
    await send({ ...hmac, subject: "anna" });
    expect(tokens()).toEqual(["t1", "t2"]);
  });

  it("is sent once if it is not to be reused", async () => {
    const setting = { ...hmac, reuse: false };
    await send(setting, "/moved");
    await send(setting);
    expect(tokens()).toEqual(["t1", "t2", "t3"]);
  });

  it("that the server no longer accepts is replaced within the request", async () => {
    await send(hmac);
    refused = [arrived[0]?.token ?? ""];
    expect([await send(hmac), await send(hmac)]).toEqual([200, 200]);
    expect(tokens()).toEqual(["t1", "t1", "t2", "t2"]);
  });
});

const canary = "CANARY-of-the-key";
it.each<[string, object, string]>([
  ["without a key", { key: "" }, "key"],
  ["with a key that is none", { algorithm: "RS256", key: canary }, "jwt.key: it is neither"],
  ["with a secret that is not base64", { secretEncoding: "base64", key: `${canary}!` }, "not base64"],
  ["with claims that are not JSON", { claims: canary }, "jwt.claims: it is not JSON"],
  ["with claims that are a list", { claims: "[1]" }, "not a JSON object"],
  ["with a claim that is set for each token", { claims: '{"exp":1}' }, "it has exp"],
  ["with a line break in the prefix", { prefix: "a\nb" }, "jwt.prefix"],
])("nothing is sent: %s", async (_situation, setting, message) => {
  const error: unknown = await send({ ...hmac, ...setting }).catch((thrown: unknown) => thrown);
  expect(String(error)).toContain(message);
  expect(String(error)).not.toContain(canary);
  expect(arrived).toEqual([]);
});

describe("the status", () => {
  const statusOf = async (setting: object) => {
    test = await createTestPictor({
      plugins: [import.meta.dirname],
      configuration: { profiles: { robot: { type: "jwt", schemes: { jwt: setting } } } },
    });
    return (await test.pictor.profiles.view("robot")).status;
  };
  it.each<[string, string, string, unknown]>([
    ["is ready with a key", "ES256", pem(p256), []],
    ["notes a key of another algorithm", "ES256", pem(rsa), ["Key: it is not a key for ES256."]],
    ["notes a short secret", "HS256", "short", [expect.stringContaining("less than 256 bits")]],
  ])("%s", async (_name, algorithm, key, notes) => {
    vi.stubEnv("PICTOR_TEST_JWT_KEY", key);
    const { state, notes: noted = [] } = await statusOf({ algorithm, key: { $env: "PICTOR_TEST_JWT_KEY" } });
    vi.unstubAllEnvs();
    expect([state, noted]).toEqual(["ready", notes]);
  });
});

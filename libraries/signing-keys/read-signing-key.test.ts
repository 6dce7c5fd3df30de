// Signing keys from PEM, JWK and text; each key that is accepted signs, and each refusal says why without a part of the key.

import { createHmac, generateKeyPairSync, verify, webcrypto, type KeyObject } from "node:crypto";
import { rsaKeys } from "@pictor/host/testing";
import { describe, expect, it } from "vitest";
import type { SigningAlgorithm } from "./algorithms.js";
import { readSigningKey } from "./index.js";

const pairs = {
  rsa: rsaKeys(),
  short: generateKeyPairSync("rsa", { modulusLength: 1024 }),
  p256: generateKeyPairSync("ec", { namedCurve: "P-256" }),
  p384: generateKeyPairSync("ec", { namedCurve: "P-384" }),
  ed25519: generateKeyPairSync("ed25519"),
};
const pem = (
  { privateKey }: { readonly privateKey: KeyObject },
  type: "pkcs8" | "pkcs1" | "sec1" = "pkcs8",
) => privateKey.export({ type, format: "pem" } as never).toString();
const jwk = ({ privateKey }: { readonly privateKey: KeyObject }, more: object = {}): string =>
  JSON.stringify({ ...privateKey.export({ format: "jwk" }), ...more });
const encrypted = pairs.p256.privateKey
  .export({ type: "pkcs8", format: "pem", cipher: "aes-128-cbc", passphrase: "sesame" })
  .toString();
const secret = "0123456789abcdef0123456789abcdef";

const data = Buffer.from("what is signed");
const signParameters: Readonly<Record<SigningAlgorithm, webcrypto.AlgorithmIdentifier>> = {
  RS256: "RSASSA-PKCS1-v1_5",
  EdDSA: "Ed25519",
  HS256: "HMAC",
  PS256: { name: "RSA-PSS", saltLength: 32 } as webcrypto.Algorithm,
  ES256: { name: "ECDSA", hash: "SHA-256" } as webcrypto.Algorithm,
  ES384: { name: "ECDSA", hash: "SHA-384" } as webcrypto.Algorithm,
};

async function sign(text: string, algorithm: SigningAlgorithm): Promise<Buffer> {
  const read = await readSigningKey(text, algorithm);
  if ("problem" in read) throw new Error(read.problem);
  expect(read.key.extractable).toBe(false);
  return Buffer.from(await webcrypto.subtle.sign(signParameters[algorithm], read.key, data));
}

describe("a key signs", () => {
  it.each([
    ["RS256", "PKCS#8", pem(pairs.rsa), pairs.rsa],
    ["RS256", "PKCS#1", pem(pairs.rsa, "pkcs1"), pairs.rsa],
    ["RS256", "a JWK", jwk(pairs.rsa, { alg: "RS256", use: "sig", key_ops: ["sign"] }), pairs.rsa],
    ["PS256", "PKCS#8", pem(pairs.rsa), pairs.rsa],
    ["ES256", "PKCS#8 between line breaks", `\r\n${pem(pairs.p256)}\n\n`, pairs.p256],
    ["ES256", "SEC 1", pem(pairs.p256, "sec1"), pairs.p256],
    ["RS256", "one line with a literal \\n", pem(pairs.rsa).replaceAll("\n", "\\n"), pairs.rsa],
    ["RS256", "one line with a literal \\r\\n", pem(pairs.rsa).replaceAll("\n", "\\r\\n"), pairs.rsa],
    ["RS256", "one line with spaces", pem(pairs.rsa, "pkcs1").replaceAll("\n", " "), pairs.rsa],
    ["RS256", "one line without spaces", pem(pairs.rsa).replaceAll("\n", ""), pairs.rsa],
    ["ES256", "quotes", `"${pem(pairs.p256)}"`, pairs.p256],
    ["ES256", "CRLF", pem(pairs.p256, "sec1").replaceAll("\n", "\r\n"), pairs.p256],
    ["ES256", "base64 of the PEM", Buffer.from(pem(pairs.p256)).toString("base64"), pairs.p256],
    ["ES256", "base64 of a JWK", Buffer.from(jwk(pairs.p256)).toString("base64"), pairs.p256],
    ["RS256", "a service account", JSON.stringify({ private_key: pem(pairs.rsa) }), pairs.rsa],
    [
      "RS256",
      "base64 of a service account",
      Buffer.from(JSON.stringify({ private_key: pem(pairs.rsa) })).toString("base64"),
      pairs.rsa,
    ],
    ["ES384", "a JWK", jwk(pairs.p384), pairs.p384],
    ["EdDSA", "PKCS#8", pem(pairs.ed25519), pairs.ed25519],
    ["EdDSA", "a JWK", jwk(pairs.ed25519, { alg: "Ed25519" }), pairs.ed25519],
  ] as const)("with %s, from %s", async (algorithm, _form, text, { publicKey }) => {
    const signature = await sign(text, algorithm);
    const hash = algorithm === "EdDSA" ? null : algorithm === "ES384" ? "sha384" : "sha256";
    const options = { key: publicKey, dsaEncoding: "ieee-p1363" as const };
    const padded = algorithm === "PS256" ? { ...options, padding: 6, saltLength: 32 } : options;
    expect(verify(hash, data, padded, signature)).toBe(true);
  });

  it.each([
    ["a text, whose spaces count", ` ${secret} `, ` ${secret} `],
    ["a text that begins like JSON", `{${secret}`, `{${secret}`],
    ["a JSON object that is no JWK", `{"a":"${secret}"}`, `{"a":"${secret}"}`],
    ["a JWK", JSON.stringify({ kty: "oct", k: Buffer.from(secret).toString("base64url") }), secret],
  ])("with HS256, from %s", async (_form, text, expected) => {
    expect(await sign(text, "HS256")).toEqual(createHmac("sha256", expected).update(data).digest());
  });
});

it("the key id is that of the JWK", async () => {
  expect(await readSigningKey(jwk(pairs.p256, { kid: "k1" }), "ES256")).toMatchObject({ keyId: "k1" });
  expect(await readSigningKey(pem(pairs.p256), "ES256")).not.toHaveProperty("keyId");
});

it("a short shared secret is read, with its weakness", async () => {
  expect(await readSigningKey("secret", "HS256")).toMatchObject({
    weakness: expect.stringContaining("less than 256 bits") as unknown,
  });
  expect(await readSigningKey(secret, "HS256")).not.toHaveProperty("weakness");
});

const publicPem = pairs.p256.publicKey.export({ type: "spki", format: "pem" }).toString();
const publicJwk = JSON.stringify(pairs.p256.publicKey.export({ format: "jwk" }));
it.each<[string, string, SigningAlgorithm, string]>([
  ["an empty text", " \n", "RS256", "empty"],
  ["an empty secret", "", "HS256", "empty"],
  ["a text that is no key", "hello", "ES256", "neither"],
  ["half a JWK", '{"kty":"EC","crv":', "ES256", "neither"],
  ["a public key", publicPem, "ES256", "it is a public key"],
  ["a certificate", "-----BEGIN CERTIFICATE-----\nMA==\n-----END CERTIFICATE-----", "ES256", "a certificate"],
  ["a PEM without its end", pem(pairs.p256).split("-----END")[0] ?? "", "ES256", "without its last line"],
  ["a path", "/home/me/key.pem", "RS256", "the path of a file"],
  ["a public JWK", publicJwk, "ES256", "neither"],
  ["an encrypted key", encrypted, "ES256", "it is an encrypted private key"],
  ["a key on another curve", pem(pairs.p384), "ES256", "not a key for ES256"],
  ["a key of another kind", pem(pairs.rsa), "EdDSA", "not a key for EdDSA"],
  ["a short RSA key", pem(pairs.short), "RS256", "2048 bits"],
  ["a PEM for HS256", pem(pairs.rsa), "HS256", "shared secret"],
  ["a JWK of another kind for HS256", jwk(pairs.p256), "HS256", "oct"],
  ["a JWK for another algorithm", jwk(pairs.rsa, { alg: "PS256" }), "RS256", "JWK for PS256"],
  ["a JWK for encryption", jwk(pairs.rsa, { use: "enc" }), "RS256", "use"],
  ["a JWK that only verifies", jwk(pairs.rsa, { key_ops: ["verify"] }), "RS256", "key_ops"],
])("no key is read from %s", async (_name, text, algorithm, expected) => {
  const read = await readSigningKey(text, algorithm);
  const problem = "problem" in read ? read.problem : "none";
  expect(problem).toContain(expected);
  for (const part of text.split(/\s+/).filter(({ length }) => length > 20))
    expect(problem).not.toContain(part);
});

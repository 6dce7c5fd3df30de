// DPoP proofs: their members (RFC 9449 section 4.2), their keys, and the nonces of servers.

import { describe, expect, it } from "vitest";
import { readProof } from "../testing/dpop-api.js";
import { createDpopKey, readDpopKey, secretsOfKey } from "./dpop-key.js";
import { asksForNonce, createDpopNonces } from "./dpop-nonces.js";
import { dpopProof } from "./dpop-proof.js";

const nowMs = Date.UTC(2026, 0, 1);

describe("a proof", () => {
  it.each(["ES256", "EdDSA", "RS256", "PS256"] as const)("is signed with %s", async (algorithm) => {
    const key = await createDpopKey(algorithm);
    const proof = await dpopProof(key, { method: "GET", url: "https://api.example/a", nowMs });
    const { header, claims, isSigned } = readProof(proof);
    expect(isSigned).toBe(true);
    expect(header).toEqual({ alg: algorithm, typ: "dpop+jwt", jwk: key.publicJwk });
    expect(claims).toEqual({
      jti: expect.any(String) as unknown,
      htm: "GET",
      htu: "https://api.example/a",
      iat: nowMs / 1_000,
    });
  });

  it.each([
    ["https://api.example:443/a%20b?q=1&q=2", "https://api.example/a%20b"],
    ["wss://api.example/ws?client=1", "https://api.example/ws"],
    ["ws://127.0.0.1:8188", "http://127.0.0.1:8188/"],
  ])("for %s names %s", async (url, htu) => {
    const proof = await dpopProof(await createDpopKey("ES256"), { method: "GET", url, nowMs });
    expect(readProof(proof).claims["htu"]).toBe(htu);
  });

  it("names its token by a hash and the nonce of the server", async () => {
    const parts = { method: "POST", url: "https://api.example/", nowMs, nonce: "n" };
    const accessToken = "Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp~zsPE_NeO.gxU";
    const proof = await dpopProof(await createDpopKey("ES256"), { ...parts, accessToken });
    // The token and its hash in RFC 9449 section 7.1.
    const ath = "fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo";
    expect(readProof(proof).claims).toMatchObject({ nonce: "n", ath });
  });
});

describe("a stored key", () => {
  it("is read again as the same key", async () => {
    const key = await createDpopKey("ES256");
    expect(await readDpopKey(` ${key.stored}`)).toMatchObject({ thumbprint: key.thumbprint });
    expect(key.privateKey.extractable).toBe(false);
    expect(secretsOfKey(key.stored)).toEqual([key.stored, (JSON.parse(key.stored) as { d: string }).d]);
    expect(JSON.stringify(key.publicJwk)).not.toContain('"d"');
  });

  it.each(["", "{", "[]", "{}", '{"kty":"oct","k":"AA","alg":"HS256"}', '{"kty":"EC","alg":"none"}'])(
    "%j is no key",
    async (stored) => {
      expect(await readDpopKey(stored)).toBeUndefined();
    },
  );
});

describe("a nonce", () => {
  it("is kept for its key and its origin only", () => {
    const nonces = createDpopNonces();
    expect(nonces.remember("k", "https://a.example/x", "one")).toBe(true);
    expect(nonces.remember("k", "wss://a.example/y", "one")).toBe(false);
    expect(nonces.of("k", "https://a.example/z?q")).toBe("one");
    expect(nonces.of("other", "https://a.example/z")).toBeUndefined();
    expect(nonces.of("k", "http://a.example/z")).toBeUndefined();
    expect(nonces.of("k", "https://b.example/z")).toBeUndefined();
  });

  it.each([undefined, "", "a b", 'a"b', "a\u00e9", "x".repeat(1_001)])("is not %j", (nonce) => {
    expect(createDpopNonces().remember("k", "https://a.example", nonce)).toBe(false);
  });

  it.each([
    ['DPoP error="use_dpop_nonce", error_description="nonce needed"', true],
    ["Bearer, DPoP algs=ES256, error=use_dpop_nonce", true],
    ['DPoP error="invalid_token"', false],
    ['Bearer error="use_dpop_nonce"', false],
    [undefined, false],
  ])("is asked for by %j: %j", (challenge, expected) => {
    expect(asksForNonce(challenge)).toBe(expected);
  });
});

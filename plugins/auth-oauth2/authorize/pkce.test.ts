// PKCE: the example of RFC 7636, the size of a code verifier, and that none is used twice.

import { expect, it } from "vitest";
import { codeChallengeOf, createProofKey } from "./pkce.js";

it("the code challenge is that of the example in RFC 7636 appendix B", () => {
  expect(codeChallengeOf("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")).toBe(
    "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
  );
});

it("a proof key is new each time, has 32 random bytes, and matches its code challenge", () => {
  const keys = Array.from({ length: 50 }, createProofKey);
  for (const { codeVerifier, codeChallenge } of keys) {
    expect(codeVerifier).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(codeChallenge).toBe(codeChallengeOf(codeVerifier));
  }
  expect(new Set(keys.map(({ codeVerifier }) => codeVerifier)).size).toBe(50);
});

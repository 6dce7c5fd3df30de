// Proof keys: the published example, their size, and that none is used twice.

import { expect, it } from "vitest";
import { challengeOf, createProofKey } from "./pkce.js";

it("makes the challenge of the example in RFC 7636 appendix B", () => {
  expect(challengeOf("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")).toBe(
    "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
  );
});

it("makes a new verifier of 32 bytes each time, with its challenge", () => {
  const keys = Array.from({ length: 50 }, createProofKey);
  for (const { verifier, challenge } of keys) {
    expect(verifier).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(challenge).toBe(challengeOf(verifier));
  }
  expect(new Set(keys.map(({ verifier }) => verifier)).size).toBe(50);
});

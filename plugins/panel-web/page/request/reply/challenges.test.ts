// The challenges of a 401 reply in words, and the auth schemes that answer them.

import { expect, it } from "vitest";
import { answersTo, challengeText } from "./challenges.js";

it.each<[string, Readonly<Record<string, string>>, string, readonly string[]]>([
  ["Basic", { realm: "the shop, north" }, 'Basic: realm "the shop, north"', ["basic"]],
  [
    "Bearer",
    { realm: "api", error: "invalid_token", error_description: "The token expired" },
    'Bearer: The token expired (invalid_token), realm "api"',
    ["oauth2", "bearer"],
  ],
  ["Digest", { realm: "d", nonce: "a=b" }, 'Digest: realm "d"', ["digest"]],
  ["bearer", { scope: "read" }, "bearer: scope read", ["oauth2", "bearer"]],
  ["NTLM", {}, "NTLM", []],
])("%s with %j", (scheme, parameters, text, answers) => {
  expect(challengeText({ scheme, parameters })).toBe(text);
  expect(answersTo({ scheme, parameters })).toEqual(answers);
});

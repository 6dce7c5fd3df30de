// The challenges of a 401 reply, and the auth schemes that answer them.

import { expect, it } from "vitest";
import { answersTo, challengesOf, challengeText } from "./challenges.js";

it.each<[string, readonly string[], readonly (readonly string[])[]]>([
  ['Basic realm="the shop, north"', ['Basic: realm "the shop, north"'], [["basic"]]],
  [
    'Bearer realm="api", error="invalid_token", error_description="The token \\"a\\" expired"',
    ['Bearer: The token "a" expired (invalid_token), realm "api"'],
    [["oauth2", "bearer"]],
  ],
  [
    'Digest realm="d", nonce="a=b", qop="auth", Basic realm="b"',
    ['Digest: realm "d"', 'Basic: realm "b"'],
    [["digest"], ["basic"]],
  ],
  ["Negotiate, NTLM", ["Negotiate", "NTLM"], [[], []]],
  ["Negotiate YII=\nBearer scope=read", ["Negotiate", "Bearer: scope read"], [[], ["oauth2", "bearer"]]],
  ["Bearer", ["Bearer"], [["oauth2", "bearer"]]],
  ["", [], []],
  ['"', [], []],
])("%s", (header, texts, answers) => {
  const found = challengesOf(header);
  expect(found.map(challengeText)).toEqual(texts);
  expect(found.map(answersTo)).toEqual(answers);
});

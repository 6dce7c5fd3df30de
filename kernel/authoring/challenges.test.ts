// Parsing WWW-Authenticate: well-formed and malformed headers, and arbitrary text.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseChallenges } from "./challenges.js";

/** Any code point except surrogates. fast-check's `unit: "binary"` means the same, but takes a second to initialize. */
const anyCharacter = fc
  .integer({ min: 0, max: 0x10f7ff })
  .map((n) => String.fromCodePoint(n < 0xd800 ? n : n + 0x800));

const read = (text: string) =>
  parseChallenges(text).map(({ scheme, parameters }) => [scheme, Object.fromEntries(parameters)]);

it.each([
  ["nothing", "", []],
  ["a scheme alone", "Negotiate", [["negotiate", {}]]],
  ["a scheme and a token68", "Negotiate a87421000492aa874209af8bc028==", [["negotiate", {}]]],
  [
    "a token68 without padding",
    "NTLM TlRMTVNTUAAC, Basic realm=x",
    [
      ["ntlm", {}],
      ["basic", { realm: "x" }],
    ],
  ],
  ["one parameter", 'Basic realm="a b"', [["basic", { realm: "a b" }]]],
  [
    "parameters in any case and spacing",
    'DIGEST Realm = "a" ,QOP=auth',
    [["digest", { realm: "a", qop: "auth" }]],
  ],
  [
    "commas and schemes inside quotes",
    'Digest realm="a, Basic b=c", nonce="n"',
    [["digest", { realm: "a, Basic b=c", nonce: "n" }]],
  ],
  ["escapes inside quotes", 'Digest realm="a\\"b\\\\c\\d"', [["digest", { realm: 'a"b\\cd' }]]],
  ["an empty text", 'Digest realm=""', [["digest", { realm: "" }]]],
  [
    "several in one line",
    'Newauth realm="apps", type=1, title="Login to \\"apps\\"", Basic realm="simple"',
    [
      ["newauth", { realm: "apps", type: "1", title: 'Login to "apps"' }],
      ["basic", { realm: "simple" }],
    ],
  ],
  [
    "two of one scheme",
    "Digest nonce=a, Digest nonce=b",
    [
      ["digest", { nonce: "a" }],
      ["digest", { nonce: "b" }],
    ],
  ],
])("a challenge with %s", (_situation, text, expected) => {
  expect(read(text)).toEqual(expected);
});

it.each([
  [
    "without commas",
    'Digest realm="a" nonce="b" qop=auth',
    [["digest", { realm: "a", nonce: "b", qop: "auth" }]],
  ],
  ["with too many commas", ',, Digest ,realm="a",,nonce=b,', [["digest", { realm: "a", nonce: "b" }]]],
  ["without quotes", "Digest realm=a@b/c, nonce=x+y==", [["digest", { realm: "a@b/c", nonce: "x+y==" }]]],
  ["without a closing quote", 'Digest nonce=n, realm="a, b', [["digest", { nonce: "n", realm: "a, b" }]]],
  ["that ends in an escape", 'Digest nonce=n, realm="a\\', [["digest", { nonce: "n", realm: "a" }]]],
  [
    "with a value that is missing",
    "Digest nonce=n, stale=, qop=auth",
    [["digest", { nonce: "n", stale: "", qop: "auth" }]],
  ],
  ["with a parameter twice", "Digest nonce=first, nonce=second", [["digest", { nonce: "first" }]]],
  [
    "with something else in between",
    'Digest nonce=n, @@@ "x, y", qop=auth',
    [["digest", { nonce: "n", qop: "auth" }]],
  ],
  ["with parameters before any scheme", "realm=x, Digest nonce=n", [["digest", { nonce: "n" }]]],
  [
    "with the name of an object's own field",
    "Digest __proto__=a, constructor=b, nonce=n",
    [["digest", { ["__proto__"]: "a", constructor: "b", nonce: "n" }]],
  ],
])("a malformed challenge: %s", (_situation, text, expected) => {
  expect(read(text)).toEqual(expected);
});

describe("any text", () => {
  it("is parsed without an error, whatever it is", () => {
    const shred = fc.constantFrom(
      "Digest ",
      "Basic",
      'realm="',
      '"',
      "\\",
      ",",
      "=",
      " ",
      "nonce=a",
      "\t",
      "é",
    );
    const text = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.array(fc.oneof(shred, fc.string())).map((parts) => parts.join("")),
    );
    const check = (input: string) => {
      return parseChallenges(input).every(({ scheme }) => /^[^\sA-Z"=,]+$/.test(scheme));
    };
    fc.assert(fc.property(text, check), { numRuns: 500 });
  });

  it("of well-formed challenges yields the same challenges again", () => {
    const name = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/);
    const value = fc.string({
      unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)),
    });
    const parameters = fc.uniqueArray(fc.tuple(name, value), { selector: ([key]) => key, minLength: 1 });
    const quote = (text: string) => `"${text.replaceAll(/["\\]/g, "\\$&")}"`;
    const check = (challenges: readonly (readonly [string, readonly (readonly [string, string])[]])[]) => {
      const text = challenges
        .map(([scheme, list]) => `${scheme} ${list.map(([key, text]) => `${key}=${quote(text)}`).join(", ")}`)
        .join(", ");
      const found = parseChallenges(text).map(({ scheme, parameters: list }) => [scheme, [...list]]);
      expect(found).toEqual(challenges);
    };
    fc.assert(fc.property(fc.array(fc.tuple(name, parameters)), check));
  });

  it("that is very long is parsed too", () => {
    for (const part of ["a ", "a=", '"', '\\"', " ", "a,", "=", "a b c d "])
      expect(parseChallenges(`Digest x=y, ${part.repeat(30_000)}`)[0]?.scheme).toBe("digest");
  });
});

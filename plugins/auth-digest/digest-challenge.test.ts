// Parsing Digest challenges, and choosing one of several.

import { parseChallenges } from "@pictor/kernel/plugin";
import { describe, expect, it } from "vitest";
import { chooseChallenge } from "./digest-challenge.js";

const choose = (text: string) => chooseChallenge(parseChallenges(text));
const digest = (more: string) => choose(`Digest realm="r", nonce="n"${more}`);

it.each([
  ["SHA-256 before MD5", ["MD5", "SHA-256"], "SHA-256"],
  ["in the server's order", ["SHA-256", "MD5"], "SHA-256"],
  ["SHA-512-256 before MD5", ["MD5", "SHA-512-256"], "SHA-512-256"],
  ["SHA-256 before SHA-512-256", ["SHA-512-256", "SHA-256"], "SHA-256"],
  ["SHA-256-sess before MD5", ["MD5", "SHA-256-sess"], "SHA-256-sess"],
  ["MD5 before an unknown one", ["SHA-1", "MD5"], "MD5"],
  ["the server's first among equals", ["SHA-256-sess", "SHA-256"], "SHA-256-sess"],
])("the best algorithm is chosen: %s", (_situation, offered, taken) => {
  const text = offered
    .map((name) => `Digest realm="r", qop="auth", nonce="${name}", algorithm=${name}`)
    .join(", ");
  expect(choose(text)).toMatchObject({ algorithm: taken, nonce: taken });
});

describe("a challenge", () => {
  it.each([
    ["without an algorithm is MD5", "", { algorithm: undefined, hash: "md5", isSession: false }],
    ["with a quoted algorithm", ', algorithm="MD5"', { algorithm: "MD5", hash: "md5" }],
    ["without qop follows RFC 2069", "", { qops: undefined }],
    ["with an empty qop follows RFC 2069 too", ', qop=""', { qops: undefined }],
    ["with both qops", ', qop="auth, auth-int"', { qops: ["auth", "auth-int"] }],
    ["with a qop in capitals beside an unknown one", ', qop="AUTH,auth-conf"', { qops: ["auth"] }],
    ["with a stale nonce", ", stale=TRUE", { stale: true }],
    ["with a quoted stale=false", ', stale="false"', { stale: false }],
    ["with UTF-8", ", charset=utf-8, userhash=true", { isUtf8: true, userhash: true }],
    ["with another charset", ", charset=latin1, userhash=1", { isUtf8: false, userhash: false }],
    ["with a domain", ', domain=" /a  http://h/b "', { domain: ["/a", "http://h/b"] }],
    ["with an empty opaque value", ', opaque=""', { opaque: "" }],
  ])("%s", (_situation, more, expected) => {
    expect(digest(more)).toMatchObject(expected);
  });

  it("without a realm has an empty one", () => {
    expect(choose("Digest nonce=n")).toMatchObject({ realm: "", nonce: "n" });
  });
});

it.each([
  ["no challenge", ""],
  ["no Digest", 'Basic realm="r", Bearer'],
  ["no nonce", 'Digest realm="r", qop="auth"'],
  ["an unknown algorithm", "Digest nonce=n, algorithm=SHA-1"],
  ["an unknown variant", "Digest nonce=n, algorithm=MD5-other"],
  ["an unknown qop alone", 'Digest nonce=n, qop="auth-conf"'],
  ["a session key without qop, so that its cnonce cannot be sent", "Digest nonce=n, algorithm=MD5-sess"],
])("%s is not supported", (_situation, text) => {
  expect(choose(text)).toBeUndefined();
});

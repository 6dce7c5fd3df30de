// Headers for known challenges: the examples of RFC 7616 and RFC 2617, and values that were computed with another tool.

import { parseChallenges } from "@pictor/kernel/plugin";
import { describe, expect, it } from "vitest";
import { authorizationHeader, type Protection } from "./authorization-header.js";
import { chooseChallenge, type DigestChallenge } from "./digest-challenge.js";

const parsed = (text: string): DigestChallenge => chooseChallenge(parseChallenges(`Digest ${text}`))!;
const bytes = (text: string) => Buffer.from(text).toString("latin1");
const auth: Protection = { qop: "auth" };

describe("RFC 7616 section 3.9.1", () => {
  const challenge = (algorithm: string) =>
    parsed(
      `realm="http-auth@example.org", qop="auth, auth-int", algorithm=${algorithm}, ` +
        'nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"',
    );
  const mufasa = { username: "Mufasa", password: "Circle of Life" };
  const cnonce = "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ";
  const signed = { method: "GET", uri: "/dir/index.html", cnonce, nonceCount: 1 };

  it.each([
    ["MD5", "8ca523f5e9506fed4657c9700eebdbec"],
    ["SHA-256", "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"],
  ])("with %s", (algorithm, response) => {
    expect(authorizationHeader(challenge(algorithm), mufasa, signed, auth)).toBe(
      'Digest username="Mufasa", realm="http-auth@example.org", uri="/dir/index.html", ' +
        `algorithm=${algorithm}, nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", nc=00000001, ` +
        `cnonce="${cnonce}", qop=auth, response="${response}", ` +
        'opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"',
    );
  });
});

describe("RFC 7616 section 3.9.2", () => {
  // The values of erratum 4897, because the printed ones were not computed with SHA-512/256.
  const challenge = (userhash: boolean) =>
    parsed(
      'realm="api@example.org", qop="auth", algorithm=SHA-512-256, nonce="5TsQWLVdgBdmrQ0XsxbDODV+57QdFR34I9HAbC/RVvkK", ' +
        `opaque="HRPCssKJSGjCrkzDg8OhwpzCiGPChXYjwrI2QmXDnsOS", charset=UTF-8, userhash=${userhash}`,
    );
  const doe = { username: bytes("Jäsøn Doe"), password: "Secret, or not?" };
  const cnonce = "NTg6RKcb9boFIAS3KrFK9BGeh+iDa/sm6jUMp2wds69v";
  const signed = { method: "GET", uri: "/doe.json", cnonce, nonceCount: 1 };

  it.each([
    ["a hashed name", true, 'username="793263caabb707a56211940d90411ea4a575adeccb7e360aeb624ed06ece9b0b", '],
    ["a name in full", false, "username*=UTF-8''J%C3%A4s%C3%B8n%20Doe, "],
  ])("with %s", (_situation, userhash, name) => {
    const value = authorizationHeader(challenge(userhash), doe, signed, auth);
    expect(value).toContain(
      `Digest ${name}realm="api@example.org", uri="/doe.json", algorithm=SHA-512-256, `,
    );
    expect(value).toContain('response="3798d4131c277846293534c3edc11bd8a5e4cdcbff78b05db9d95eeb1cec68a5"');
    expect(value.endsWith(", userhash=true")).toBe(userhash);
  });
});

describe("RFC 2617 section 3.5, and variants of its example", () => {
  const mufasa = { username: "Mufasa", password: "Circle Of Life" };
  const signed = { method: "GET", uri: "/dir/index.html", cnonce: "0a4f113b", nonceCount: 1 };
  const challenge = (more: string) =>
    parsed(`realm="testrealm@host.com", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093"${more}`);
  const responseOf = (value: string) => /response="(\w+)"/.exec(value)?.[1];
  const bodyHash = "d41d8cd98f00b204e9800998ecf8427e";

  it.each<[string, string, Protection, string]>([
    ["auth", ', qop="auth"', auth, "6629fae49393a05397450978507c4ef1"],
    [
      "auth-int of an empty body",
      ', qop="auth-int"',
      { qop: "auth-int", bodyHash },
      "5e6610ecf9ba3017a4870ad48e3ad30b",
    ],
    ["no qop, as in RFC 2069", "", { qop: undefined }, "670fd8c2df070c60b045671b8b24ff02"],
    ["a session key", ', qop="auth", algorithm=MD5-sess', auth, "8e3825c57e897f5a0dec6c2d4e5059d0"],
  ])("%s", (_situation, more, protection, response) => {
    expect(responseOf(authorizationHeader(challenge(more), mufasa, signed, protection))).toBe(response);
  });

  it("without qop or algorithm in the challenge, the header has neither, and no count or cnonce", () => {
    const value = authorizationHeader(challenge(""), mufasa, signed, { qop: undefined });
    expect(value).not.toMatch(/nc=|cnonce|qop|algorithm|opaque|userhash/);
  });
});

describe("the header", () => {
  const signed = { method: "GET", uri: "/a?b=\\", cnonce: "c", nonceCount: 0xabcdef };

  it("escapes quoted values, and writes the count as eight hexadecimal digits in lower case", () => {
    const value = authorizationHeader(
      parsed('realm="a\\"b", nonce="\\\\", qop=auth, opaque=""'),
      { username: 'c"d\\', password: "" },
      signed,
      auth,
    );
    expect(value).toContain(
      'username="c\\"d\\\\", realm="a\\"b", uri="/a?b=\\\\", nonce="\\\\", nc=00abcdef, ',
    );
    expect(value).toContain(', opaque=""');
  });

  it("does not encode an ASCII name, even for a server with UTF-8", () => {
    const credentials = { username: "anna", password: "" };
    expect(authorizationHeader(parsed("nonce=n, charset=UTF-8"), credentials, signed, auth)).toMatch(
      /username="anna"/,
    );
  });

  it("percent-encodes a name beyond ASCII, except the characters that an extended value may contain", () => {
    const credentials = { username: bytes("ä%'()*\" a-z_~!"), password: "" };
    expect(authorizationHeader(parsed("nonce=n, charset=UTF-8"), credentials, signed, auth)).toContain(
      "username*=UTF-8''%C3%A4%25%27%28%29%2A%22%20a-z_~!,",
    );
  });
});

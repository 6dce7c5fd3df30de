// Which requests are signed and how, which settings are refused, and when a setting is complete.

import { outgoingRequest } from "@pictor/host/testing";
import { PictorError } from "@pictor/kernel/plugin";
import type { AuthSetting, OutgoingRequest, Problem, RequestBody } from "@pictor/kernel/plugin";
import { describe, expect, it } from "vitest";
import { createAddDigest } from "./digest.js";
import { parseAuthorization } from "./testing/digest-server.js";

const setting = (settings: AuthSetting["settings"]): AuthSetting => ({ type: "digest", settings });
const anna = setting({ username: "anna", password: "sesame" });
const request = (more: Partial<OutgoingRequest> = {}): OutgoingRequest =>
  outgoingRequest({ url: "https://h/a?b=c", auth: anna, ...more });
const body = (replayable: boolean): RequestBody => ({
  open: async function* () {
    yield new TextEncoder().encode("one, ");
    yield new TextEncoder().encode("two");
  },
  replayable,
});

function testHandler() {
  const addDigest = createAddDigest(() => "cnonce");
  const problems: Problem[] = [];
  const { signal } = new AbortController();
  const report = (problem: Problem) => problems.push(problem);
  return {
    problems,
    first: (more?: Partial<OutgoingRequest>) => addDigest(request(more), { report, signal }),
    challenged: (text: string, more?: Partial<OutgoingRequest>) => {
      const challenge = { status: 401, headers: { "www-authenticate": text } };
      return addDigest(request(more), { report, signal, challenge });
    },
  };
}
const parametersOf = (sent: OutgoingRequest | undefined) =>
  Object.fromEntries(parseAuthorization(sent?.headers.at(-1)?.[1] ?? ""));

describe("a request", () => {
  it("is not changed before the server's challenge", async () => {
    expect(await testHandler().first()).toBeUndefined();
  });

  it("is signed after the challenge, and so are later requests", async () => {
    const { challenged, first } = testHandler();
    const challenge = 'Basic realm="x", Digest realm="r", nonce="n", qop="auth-int,auth", opaque="o"';
    expect(parametersOf(await challenged(challenge))).toMatchObject({
      uri: "/a?b=c",
      qop: "auth",
      nc: "00000001",
    });
    expect(parametersOf(await first({ id: "2", url: "https://h/d" }))).toMatchObject({
      uri: "/d",
      nc: "00000002",
    });
  });

  it("to another origin is not signed with this nonce, but a socket on the same origin is", async () => {
    const { challenged, first } = testHandler();
    await challenged("Digest nonce=n, qop=auth");
    const urls = ["http://h/", "https://h:8443/", "ws://h/ws", "wss://h/ws?clientId=1"];
    const sent = await Promise.all(urls.map((url) => first({ id: url, url })));
    expect(sent.map((signed) => signed && parametersOf(signed)["uri"])).toEqual([
      undefined,
      undefined,
      undefined,
      "/ws?clientId=1",
    ]);
  });

  it("with another user name or password is not signed with this nonce", async () => {
    const { challenged, first } = testHandler();
    await challenged("Digest nonce=n, qop=auth");
    expect(await first({ auth: setting({ username: "otto", password: "sesame" }) })).toBeUndefined();
    expect(await first({ auth: setting({ username: "anna", password: "new" }) })).toBeUndefined();
  });

  it.each([
    ["https://h", "/"],
    ["https://h?", "/?"],
    ["https://h/a/../b c?d e", "/b%20c?d%20e"],
    ["https://h/%7e?x=%20+~&&", "/%7e?x=%20+~&&"],
  ])("is signed with path and query as they are sent: %s", async (url, uri) => {
    expect(parametersOf(await testHandler().challenged("Digest nonce=n, qop=auth", { url }))["uri"]).toBe(
      uri,
    );
  });
});

describe("a body", () => {
  it.each([
    ["that is replayable is signed too if the server offers only auth-int", body(true), "d916fbc7"],
    ["that is missing is signed as an empty one", undefined, "34113d37"],
  ])("%s", async (_situation, content, start) => {
    const more = content === undefined ? {} : { body: content };
    const sent = await testHandler().challenged('Digest realm="r", nonce="n", qop="auth-int"', {
      method: "POST",
      ...more,
    });
    expect(sent?.body).toBe(content);
    expect(parametersOf(sent)["response"]?.slice(0, 8)).toBe(start);
  });

  it("that is not replayable is not read, and the request is not changed", async () => {
    const { challenged, first } = testHandler();
    await challenged("Digest nonce=n, qop=auth-int");
    const unreadable = { replayable: false, open: () => expect.fail("the body was read") };
    expect(await first({ id: "2", method: "POST", body: unreadable })).toBeUndefined();
  });

  it("is not read after an abort", async () => {
    const reason = new Error("enough");
    const challenge = { status: 401, headers: { "www-authenticate": "Digest nonce=n, qop=auth-int" } };
    const context = { report: () => undefined, signal: AbortSignal.abort(reason), challenge };
    await expect(createAddDigest()(request({ body: body(true) }), context)).rejects.toBe(reason);
  });
});

it("without a supported challenge, the request is not changed and a problem is reported", async () => {
  const { challenged, problems } = testHandler();
  expect(await challenged('Basic realm="r"')).toBeUndefined();
  expect(problems).toMatchObject([{ code: "AUTH_CHALLENGE_UNANSWERED" }]);
});

it("two handlers share neither nonces nor cnonces", async () => {
  const challenge = { status: 401, headers: { "www-authenticate": "Digest nonce=n, qop=auth" } };
  const { signal } = new AbortController();
  const sign = () => createAddDigest()(request(), { report: () => undefined, signal, challenge });
  const [one, other] = [parametersOf(await sign()), parametersOf(await sign())];
  expect([one["nc"], other["nc"], one["cnonce"] === other["cnonce"]]).toEqual([
    "00000001",
    "00000001",
    false,
  ]);
});

describe("the error of an invalid setting names the field and never the value", () => {
  const refusal = (settings: AuthSetting["settings"]) =>
    testHandler()
      .first({ auth: setting(settings) })
      .then(
        () => expect.fail("the setting was not refused"),
        (error: unknown) => error as PictorError,
      );

  it.each([
    ["a line break in the user name", { username: "se\r\ncret" }, "digest.username"],
    ["a pasted line end in the password", { username: "a", password: "secret\n" }, "digest.password"],
    ["NUL", { username: "a", password: "se\0cret" }, "digest.password"],
    ["a lone surrogate", { username: "se\ud83dcret" }, "digest.username"],
    ["a value that is not a text", { username: "a", password: { se: "cret" } }, "digest.password"],
  ])("%s", async (_situation, settings, where) => {
    const error = await refusal(settings);
    expect([error.code, error.details["where"]]).toEqual(["AUTH_SETTING_INVALID", where]);
    expect(JSON.stringify([error.message, error.details])).not.toMatch(/cret/);
  });

  it("without a user name, the setting is not configured", async () => {
    const expected = { code: "AUTH_NOT_CONFIGURED", details: { fields: "username" } };
    expect(await refusal({ username: "", password: "secret" })).toMatchObject(expected);
  });
});

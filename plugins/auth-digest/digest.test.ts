// When a request is signed and with what, what is refused, and when the setting counts as configured.

import { PictorError } from "@pictor/kernel/plugin";
import type { AuthSetting, OutgoingRequest, Problem, RequestBody } from "@pictor/kernel/plugin";
import { describe, expect, it } from "vitest";
import { createAddDigest, status } from "./digest.js";
import { readAnswer } from "./testing/server.js";

const setting = (settings: AuthSetting["settings"]): AuthSetting => ({ type: "digest", settings });
const anna = setting({ username: "anna", password: "sesame" });
const request = (more: Partial<OutgoingRequest> = {}): OutgoingRequest => ({
  id: "1",
  purpose: "user",
  method: "GET",
  url: "https://h/a?b=c",
  headers: [],
  auth: anna,
  ...more,
});
const body = (replayable: boolean): RequestBody => ({
  open: async function* () {
    yield new TextEncoder().encode("one, ");
    yield new TextEncoder().encode("two");
  },
  replayable,
});

function lab() {
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
const answerIn = (sent: OutgoingRequest | undefined) =>
  Object.fromEntries(readAnswer(sent?.headers.at(-1)?.[1] ?? ""));

describe("a request", () => {
  it("is left alone before the server has asked", async () => {
    expect(await lab().first()).toBeUndefined();
  });

  it("is signed when the server has asked, and so are later ones", async () => {
    const { challenged, first } = lab();
    const challenge = 'Basic realm="x", Digest realm="r", nonce="n", qop="auth-int,auth", opaque="o"';
    expect(answerIn(await challenged(challenge))).toMatchObject({
      uri: "/a?b=c",
      qop: "auth",
      nc: "00000001",
    });
    expect(answerIn(await first({ id: "2", url: "https://h/d" }))).toMatchObject({
      uri: "/d",
      nc: "00000002",
    });
  });

  it("to another origin is not signed with this one's nonce; a socket on the same one is", async () => {
    const { challenged, first } = lab();
    await challenged("Digest nonce=n, qop=auth");
    const urls = ["http://h/", "https://h:8443/", "ws://h/ws", "wss://h/ws?clientId=1"];
    const sent = await Promise.all(urls.map((url) => first({ id: url, url })));
    expect(sent.map((signed) => signed && answerIn(signed)["uri"])).toEqual([
      undefined,
      undefined,
      undefined,
      "/ws?clientId=1",
    ]);
  });

  it("of another user, or with another password, is not signed with this one's nonce", async () => {
    const { challenged, first } = lab();
    await challenged("Digest nonce=n, qop=auth");
    expect(await first({ auth: setting({ username: "otto", password: "sesame" }) })).toBeUndefined();
    expect(await first({ auth: setting({ username: "anna", password: "new" }) })).toBeUndefined();
  });

  it.each([
    ["https://h", "/"],
    ["https://h?", "/"],
    ["https://h/a/../b c?d e", "/b%20c?d%20e"],
    ["https://h/%7e?x=%20+~&&", "/%7e?x=%20+~&&"],
  ])("is signed with path and query as they are sent: %s", async (url, uri) => {
    expect(answerIn(await lab().challenged("Digest nonce=n, qop=auth", { url }))["uri"]).toBe(uri);
  });

  it("has one header, whoever wrote one before", async () => {
    const sent = await lab().challenged("Digest nonce=n", { headers: [["AUTHORIZATION", "Bearer x"]] });
    expect(sent?.headers).toMatchObject([["Authorization", expect.stringMatching(/^Digest /)]]);
  });
});

describe("a body", () => {
  it.each([
    ["that can be sent again is signed too, where the server wants that", body(true), "d916fbc7"],
    ["that is not there is signed as an empty one", undefined, "34113d37"],
  ])("%s", async (_situation, content, start) => {
    const more = content === undefined ? {} : { body: content };
    const sent = await lab().challenged('Digest realm="r", nonce="n", qop="auth-int"', {
      method: "POST",
      ...more,
    });
    expect(sent?.body).toBe(content);
    expect(answerIn(sent)["response"]?.slice(0, 8)).toBe(start);
  });

  it("that can be read once is not read: the request is left alone", async () => {
    const { challenged, first } = lab();
    await challenged("Digest nonce=n, qop=auth-int");
    const unreadable = { replayable: false, open: () => expect.fail("it was read") };
    expect(await first({ id: "2", method: "POST", body: unreadable })).toBeUndefined();
  });

  it("is read no further after an abort", async () => {
    const reason = new Error("enough");
    const challenge = { status: 401, headers: { "www-authenticate": "Digest nonce=n, qop=auth-int" } };
    const context = { report: () => undefined, signal: AbortSignal.abort(reason), challenge };
    await expect(createAddDigest()(request({ body: body(true) }), context)).rejects.toBe(reason);
  });
});

describe("what cannot be answered is left alone, and that is reported", () => {
  it.each([
    ["no challenge", ""],
    ["another scheme", 'Basic realm="r"'],
    ["an unknown algorithm", "Digest nonce=n, algorithm=SHA3-256"],
    ["an unknown qop", "Digest nonce=n, qop=auth-conf"],
  ])("%s", async (_situation, text) => {
    const { challenged, problems } = lab();
    expect(await challenged(text)).toBeUndefined();
    expect(problems).toMatchObject([{ code: "AUTH_CHALLENGE_UNANSWERED" }]);
  });
});

it("each kernel has nonces and cnonces of its own", async () => {
  const challenge = { status: 401, headers: { "www-authenticate": "Digest nonce=n, qop=auth" } };
  const { signal } = new AbortController();
  const sign = () => createAddDigest()(request(), { report: () => undefined, signal, challenge });
  const [one, other] = [answerIn(await sign()), answerIn(await sign())];
  expect([one["nc"], other["nc"], one["cnonce"] === other["cnonce"]]).toEqual([
    "00000001",
    "00000001",
    false,
  ]);
});

describe("refused, naming the field and never the value", () => {
  const refusal = (settings: AuthSetting["settings"]) =>
    lab()
      .first({ auth: setting(settings) })
      .then(
        () => expect.fail("it was not refused"),
        (error: unknown) => error as PictorError,
      );

  it.each([
    ["a line break in the user name", { username: "se\r\ncret" }, "digest.username"],
    ["a pasted line end in the password", { username: "a", password: "secret\n" }, "digest.password"],
    ["NUL", { username: "a", password: "se\0cret" }, "digest.password"],
    ["half of a character", { username: "se\ud83dcret" }, "digest.username"],
    ["something that is not a text", { username: "a", password: { se: "cret" } }, "digest.password"],
  ])("%s", async (_situation, settings, where) => {
    const error = await refusal(settings);
    expect([error.code, error.details["where"]]).toEqual(["AUTH_SETTING_INVALID", where]);
    expect(JSON.stringify([error.message, error.details])).not.toMatch(/cret/);
  });

  it("no user name, as not configured", async () => {
    const expected = { code: "AUTH_NOT_CONFIGURED", details: { fields: "username" } };
    expect(await refusal({ username: "", password: "secret" })).toMatchObject(expected);
  });
});

describe("the status", () => {
  it.each([
    ["an untouched form", {}, { state: "missing", fields: ["username"] }],
    ["a password alone", { username: "", password: "p" }, { state: "missing", fields: ["username"] }],
    ["a user name without password", { username: "anna", password: "" }, { state: "ready" }],
  ])("of %s", (_situation, settings, expected) => {
    expect(status(setting(settings))).toEqual(expected);
  });
});

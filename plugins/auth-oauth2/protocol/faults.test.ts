// What a failure says: the code, the advice, when to come back, and what it means for the tokens that are there.

import { fault } from "@pictor/kernel/plugin";
import { describe, expect, it } from "vitest";
import { oauthFault } from "../faults.js";
import type { Fields } from "../setting.js";
import type { Refusal } from "./answer.js";
import { cleaned, kindOfFailure, refused, retryAfterS } from "./faults.js";
import { hider } from "./plain-text.js";
import { nowMs, setting } from "./wire.test.support.js";

const refusal = (over: Partial<Refusal> = {}): Refusal => ({
  kind: "refusal",
  status: 400,
  error: "invalid_grant",
  description: "",
  uri: "",
  retryAfter: undefined,
  ...over,
});
const error = (over: Partial<Refusal>, fields: Partial<Fields> = {}) =>
  refused(refusal(over), {
    fields: setting(fields).fields,
    url: "https://as.example/token",
    nowMs,
    hide: hider(["CANARY"]),
  });

describe("the text", () => {
  it("has the provider's code and description", () => {
    const { message } = error({ description: "The code has expired." });
    expect(message).toMatch(
      /^https:\/\/as\.example\/token refused: invalid_grant \(The code has expired\.\)\./,
    );
  });

  it("has the status where there is no code", () => {
    expect(error({ status: 403, error: undefined }).message).toMatch(/refused: status 403\./);
  });

  it("is plain, short, and repeats no secret", () => {
    const { message, details } = error({
      error: "\u001b[31mbad\r\nCANARY é",
      description: `\u001b]0;x\u0007CAN\u001b[0mARY\n${"y".repeat(9_999)}`,
    });
    expect(details["error"]).toBe("bad ***");
    expect(details["description"]).toMatch(/^ \(\*\*\* y{490,496}\)$/);
    expect(message).not.toMatch(/CANARY|[^\x20-\x7e]/);
  });
});

describe("the details", () => {
  it.each([
    ["https://as.example/help", { errorUri: "https://as.example/help" }],
    ["javascript:alert(1)", {}],
    ["file:///etc/passwd", {}],
    ["https://as.example/a b", {}],
    ["", {}],
  ])("of error_uri %j", (uri, more) => {
    const {
      url: _url,
      error: _error,
      description: _description,
      advice: _advice,
      ...rest
    } = error({ uri }).details;
    expect(rest).toEqual({ status: 400, ...more });
  });

  it.each<[string | undefined, number | undefined]>([
    [undefined, undefined],
    ["120", 120],
    [" 0 ", 0],
    ["-1", undefined],
    ["1.5", undefined],
    ["soon", undefined],
    ["1e99", undefined],
    ["Thu, 01 Jan 2026 00:02:00 GMT", 120],
    ["Thu, 01 Jan 1970 00:00:00 GMT", 0],
    ["Foo, 99 Bar", undefined],
  ])("of Retry-After %j", (header, seconds) => {
    expect(retryAfterS(header, nowMs)).toBe(seconds);
  });
});

describe("the advice", () => {
  it.each<[string, Partial<Refusal>, Partial<Fields>, RegExp]>([
    ["a secret that is encoded", { error: "invalid_client" }, { clientSecret: "a+b" }, /basic-raw/],
    [
      "an id that is encoded",
      { error: "invalid_client" },
      { clientId: "a@b", clientSecret: "s" },
      /basic-raw/,
    ],
    [
      "a plain secret",
      { error: "invalid_client" },
      { clientSecret: "abc" },
      /set clientAuthentication to post/,
    ],
    ["a plain secret and no code", { error: undefined, status: 401 }, { clientSecret: "abc" }, /to post/],
    ["a public client", { error: "invalid_client" }, {}, /needs its secret/],
    ["an assertion", { error: "invalid_client" }, { clientAuthentication: "private_key_jwt" }, /audience/],
    [
      "a secret in the body",
      { error: "invalid_client" },
      { clientSecret: "a+b", clientAuthentication: "post" },
      /clientAuthentication/,
    ],
    ["scopes", { error: "invalid_scope" }, {}, /Check the scopes/],
    ["a grant type", { error: "unsupported_grant_type" }, {}, /grant type/],
    ["DPoP", { error: "use_dpop_nonce" }, {}, /DPoP/],
    ["an overloaded server", { error: undefined, status: 429 }, {}, /Try again later/],
    ["something else", { error: "x_custom" }, {}, /documentation/],
    ["a name that every object has", { error: "constructor" }, {}, /documentation/],
  ])("about %s", (_situation, over, fields, advice) => {
    expect(error(over, fields).hint).toMatch(advice);
  });
});

describe("for the tokens that are there, it is", () => {
  const invalid = (status: number | string) =>
    oauthFault("OAUTH_RESPONSE_INVALID", { url: "u", status, problem: "p" });
  it.each<[string, unknown, string]>([
    ["invalid_grant", error({}), "invalid-grant"],
    ["invalid_grant with status 200", error({ status: 200 }), "invalid-grant"],
    ["invalid_grant of an overloaded server", error({ status: 429 }), "temporary"],
    ["invalid_grant of a broken server", error({ status: 500 }), "temporary"],
    ["too many requests", error({ status: 429, error: undefined }), "temporary"],
    ["temporarily_unavailable with status 400", error({ error: "temporarily_unavailable" }), "temporary"],
    ["a broken proxy", invalid(502), "temporary"],
    ["silence", fault("AUTH_UNREACHABLE", { where: "u", reason: "r" }), "temporary"],
    ["another code", error({ error: "invalid_client" }), "other"],
    ["no code", error({ status: 403, error: undefined }), "other"],
    ["a page with status 200", invalid(200), "other"],
    ["a redirect", invalid("3xx"), "other"],
    ["a bad setting", fault("AUTH_SETTING_INVALID", { where: "w", problem: "p" }), "other"],
    ["a cancel", new DOMException("stop", "AbortError"), "other"],
    ["nothing", undefined, "other"],
  ])("%s", (_situation, thrown, kind) => {
    expect(kindOfFailure(thrown)).toBe(kind);
  });
});

it("leaves every foreign error behind", () => {
  const foreign = new TypeError("CANARY", { cause: { body: "CANARY" } });
  const clean = cleaned(foreign, "u", 200);
  expect([clean.code, clean.cause, clean.message.includes("CANARY")]).toEqual([
    "OAUTH_RESPONSE_INVALID",
    undefined,
    false,
  ]);
});

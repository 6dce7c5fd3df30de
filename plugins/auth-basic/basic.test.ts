// The header that a Basic setting becomes, which settings are refused, and when a setting is complete.

import { outgoingRequest } from "@pictor/host/testing";
import type { AuthSetting, HeaderPair, OutgoingRequest } from "@pictor/kernel/plugin";
import { describe, expect, it } from "vitest";
import { addBasic, status } from "./basic.js";

const setting = (settings: AuthSetting["settings"]): AuthSetting => ({ type: "basic", settings });
const request = (settings: AuthSetting["settings"], headers: readonly HeaderPair[] = []): OutgoingRequest =>
  outgoingRequest({ url: "https://example.org/a?b=c", headers, auth: setting(settings) });
const sent = (username: string, password: string) => addBasic(request({ username, password })).headers;
const basic = (base64: string) => [["Authorization", `Basic ${base64}`]];

describe("the header", () => {
  it.each([
    ["the example of RFC 7617 section 2", "Aladdin", "open sesame", "QWxhZGRpbjpvcGVuIHNlc2FtZQ=="],
    ["the UTF-8 example of RFC 7617 section 2.1", "test", "123£", "dGVzdDoxMjPCow=="],
    ["characters beyond ASCII", "üser", "pä", "w7xzZXI6cMOk"],
    ["characters beyond Latin-1", "名", "🔑", "5ZCNOvCflJE="],
    ["decomposed characters, which are composed", "u\u0308ser", "pa\u0308", "w7xzZXI6cMOk"],
    ["a colon in the password", "a", "b:c", "YTpiOmM="],
    ["two empty fields", "", "", "Og=="],
    ["an empty user name", "", "token", "OnRva2Vu"],
    ["outer spaces, which are kept", " a ", " b ", "IGEgOiBiIA=="],
  ])("carries %s", (_situation, username, password, base64) => {
    expect(sent(username, password)).toEqual(basic(base64));
  });

  it.each([
    ["characters of Latin-1, one byte each", "üser", "pä£", "/HNlcjpw5KM="],
    ["ASCII, the same bytes as in UTF-8", "Aladdin", "open sesame", "QWxhZGRpbjpvcGVuIHNlc2FtZQ=="],
  ])("carries in ISO-8859-1 %s", (_situation, username, password, base64) => {
    expect(addBasic(request({ username, password, encoding: "iso-8859-1" })).headers).toEqual(basic(base64));
  });

  it("treats a missing password as an empty one", () => {
    expect(addBasic(request({ username: "a" })).headers).toEqual(basic("YTo="));
  });
});

it.each([
  ["a colon in the user name", { username: "se:cret", password: "" }, "basic.username"],
  ["a line break in the user name", { username: "se\r\ncret", password: "" }, "basic.username"],
  ["a line break in the password", { username: "", password: "se\ncret" }, "basic.password"],
  ["NUL", { username: "", password: "se\u0000cret" }, "basic.password"],
  ["a tab", { username: "se\tcret", password: "" }, "basic.username"],
  ["DEL", { username: "", password: "se\u007fcret" }, "basic.password"],
  ["a lone surrogate", { username: "", password: "se\ud83dcret" }, "basic.password"],
  ["a character that the encoding lacks", { username: "secret€", encoding: "iso-8859-1" }, "basic.username"],
  [
    "a combining character, which ISO-8859-1 lacks",
    { username: "a", password: "secret\u0308", encoding: "iso-8859-1" },
    "basic.password",
  ],
  ["a line break in ISO-8859-1", { username: "se\ncret", encoding: "iso-8859-1" }, "basic.username"],
  ["a value that is not a text", { username: "", password: { se: "cret" } }, "basic.password"],
])(
  "the error of an invalid setting names the field and never the value: %s",
  (_situation, settings, where) => {
    const silent: unknown = expect.not.stringContaining("cret");
    expect(() => addBasic(request(settings))).toThrow(
      expect.objectContaining({
        code: "AUTH_SETTING_INVALID",
        message: silent,
        details: { where, problem: silent },
      }),
    );
  },
);

describe("the status", () => {
  it.each([
    ["an empty form", {}, "missing"],
    ["a form with blank fields", { username: "", password: "" }, "missing"],
    ["a user name without password", { username: "a", password: "" }, "ready"],
    ["a token as the password of an empty user name", { username: "", password: "t" }, "ready"],
    ["a password that is not resolved yet", { password: { $secret: "p" } }, "ready"],
  ])("of %s", (_situation, settings, state) => {
    expect(status(setting(settings)).state).toBe(state);
  });

  it("names the missing field", () => {
    expect(status(setting({}))).toEqual({ state: "missing", fields: ["username"] });
  });
});

// How an API key is sent in each place, what is reported, which keys are refused, and when a setting is complete.

import { PictorError } from "@pictor/kernel/plugin";
import type { AuthSetting, HeaderPair, OutgoingRequest, Problem } from "@pictor/kernel/plugin";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createAddApiKey, status } from "./api-key.js";

/** Any code point except surrogates. fast-check's `unit: "binary"` means the same, but takes a second to initialize. */
const anyCharacter = fc
  .integer({ min: 0, max: 0x10f7ff })
  .map((n) => String.fromCodePoint(n < 0xd800 ? n : n + 0x800));

const setting = (settings: AuthSetting["settings"]): AuthSetting => ({ type: "api-key", settings });
const request = (
  settings: AuthSetting["settings"],
  url = "https://example.org/a",
  headers: readonly HeaderPair[] = [],
): OutgoingRequest => ({ id: "1", purpose: "user", method: "GET", url, headers, auth: setting(settings) });

const header = (key: string, value: string) => ({ key, value, addTo: "header" });
const query = (key: string, value: string) => ({ key, value, addTo: "query" });
const cookie = (key: string, value: string) => ({ key, value, addTo: "cookie" });

function run(before: OutgoingRequest, addApiKey = createAddApiKey()) {
  const problems: Problem[] = [];
  const after = addApiKey(before, { report: (problem) => problems.push(problem) });
  return { ...after, after, problems, codes: problems.map(({ code }) => code) };
}

describe("in a header", () => {
  it("is added after the others, and nothing is reported", () => {
    const before = request(header("X-API-Key", "abc"), undefined, [["Accept", "*/*"]]);
    const { after, codes } = run(before);
    expect(after).toEqual({
      ...before,
      headers: [
        ["Accept", "*/*"],
        ["X-API-Key", "abc"],
      ],
    });
    expect(codes).toEqual([]);
  });

  it("is the default place", () => {
    expect(run(request({ key: "X-API-Key", value: "abc" })).headers).toEqual([["X-API-Key", "abc"]]);
  });

  it.each(["a b", "ü£", 'a"b', "a;b,c", "x".repeat(10_000)])("carries %j as it is", (value) => {
    expect(run(request(header("X-API-Key", value))).headers).toEqual([["X-API-Key", value]]);
  });
});

describe("in the query", () => {
  it.each([
    ["an address without one", "https://h/p", "https://h/p?k=v"],
    ["an address without a path", "https://h", "https://h?k=v"],
    ["a bare question mark", "https://h/p?", "https://h/p?k=v"],
    ["another parameter", "https://h/p?a=1", "https://h/p?a=1&k=v"],
    ["a fragment", "https://h/p?a=1#f", "https://h/p?a=1&k=v#f"],
    ["a fragment alone", "https://h/p#f?x=1&y", "https://h/p?k=v#f?x=1&y"],
    ["a signed query", "https://h/p?s=%7e%20+~&&b&c==", "https://h/p?s=%7e%20+~&&b&c==&k=v"],
    ["a similar name", "https://h/p?kk=1&K=2", "https://h/p?kk=1&K=2&k=v"],
  ])("is added to the end of %s", (_situation, before, after) => {
    expect(run(request(query("k", "v"), before))).toMatchObject({ url: after, codes: ["AUTH_KEY_IN_QUERY"] });
  });

  it("is percent-encoded as UTF-8", () => {
    expect(run(request(query("schlüssel&", "ä =&#+?"))).url).toBe(
      "https://example.org/a?schl%C3%BCssel%26=%C3%A4%20%3D%26%23%2B%3F",
    );
  });

  it.each([
    ["in the middle", "https://h/?a=1&k=mine&b=2"],
    ["twice", "https://h/?a=1&k=mine&k=other&b=2"],
    ["in another spelling", "https://h/?a=1&%6b=mine&b=2"],
    ["without a value", "https://h/?a=1&k&b=2"],
  ])("replaces a parameter of the same name: %s", (_situation, url) => {
    expect(run(request(query("k", "v"), url)).url).toBe("https://h/?a=1&b=2&k=v");
  });

  it("is warned of once for each origin, which a socket shares with its handshake", () => {
    const addApiKey = createAddApiKey();
    const urls = ["https://h/a", "https://h/b?c", "wss://h/ws", "http://h/a", "https://h:8443/a"];
    const codes = urls.map((url) => run(request(query("k", "v"), url), addApiKey).codes.length);
    expect(codes).toEqual([1, 0, 0, 1, 1]);
  });

  it("is added to the parameters of a socket", () => {
    const { url } = run(request(query("token", "t&1"), "wss://h/ws?clientId=a-b"));
    expect(url).toBe("wss://h/ws?clientId=a-b&token=t%261");
  });
});

describe("in a cookie", () => {
  it.each([
    ["alone", [], "k=v"],
    ["after another", [["cookie", "a=1"]] as const, "a=1; k=v"],
    ["instead of one of the same name", [["cookie", "a=1; k=mine; b=2"]] as const, "a=1; b=2; k=v"],
  ])("is written %s", (_situation, headers, line) => {
    const result = run(request(cookie("k", "v"), undefined, [["Accept", "*/*"], ...headers]));
    expect(result.headers).toEqual([
      ["Accept", "*/*"],
      ["Cookie", line],
    ]);
    expect(result.codes).toEqual([]);
  });
});

describe("refused before anything is sent", () => {
  it.each([
    ["an empty form", {}, "key, value"],
    ["an empty name", header("", "v"), "key"],
    ["an empty value", query("k", ""), "value"],
  ])("%s is not configured", (_situation, settings, fields) => {
    const details: unknown = expect.objectContaining({ fields });
    expect(() => run(request(settings))).toThrow(
      expect.objectContaining({ code: "AUTH_NOT_CONFIGURED", details }),
    );
  });

  it.each([
    ["a header that controls the connection", header("Host", "v"), "key"],
    ["a line break in a header's name", header("X-Key\r\nX-Admin", "v"), "key"],
    ["a second cookie", cookie("k", "v; admin=1"), "value"],
    ["a line break in the query", query("k", "v\n"), "value"],
  ])("%s is invalid", (_situation, settings, field) => {
    const details: unknown = expect.objectContaining({ where: `api-key.${field}` });
    expect(() => run(request(settings))).toThrow(
      expect.objectContaining({ code: "AUTH_SETTING_INVALID", details }),
    );
  });

  it.each(["header", "cookie"])("unless any key and value become exactly one %s", (addTo) => {
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: anyCharacter }),
      fc.constantFrom("X-Key", "v", "a\r\nb"),
    );
    const check = (key: string, value: string) => {
      try {
        const [[name, line] = [], ...others] = run(request({ key, value, addTo })).headers;
        expect(others).toEqual([]);
        expect(name).toMatch(/^[^\s:;,="/\x7f-\uffff]+$/);
        expect(line).toMatch(addTo === "header" ? /^(?! )[ -~\xa0-\xff]+(?<! )$/ : /^[^\s;,]+$/);
      } catch (error) {
        if (!(error instanceof PictorError)) throw error;
      }
    };
    fc.assert(fc.property(text, text, check));
  });
});

describe("the status", () => {
  it.each([
    ["an empty form", {}, { state: "missing", fields: ["key", "value"] }],
    ["a name without a value", { key: "k", value: "" }, { state: "missing", fields: ["value"] }],
    ["both fields", { key: "k", value: "v" }, { state: "ready" }],
    ["a value that is not resolved yet", { key: "k", value: { $secret: "v" } }, { state: "ready" }],
  ])("of %s", (_situation, settings, expected) => {
    expect(status(setting(settings))).toEqual(expected);
  });
});

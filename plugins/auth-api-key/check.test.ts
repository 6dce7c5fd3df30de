// Keys and values that a place refuses; the error names the field and never the value.

import { PictorError } from "@pictor/kernel/plugin";
import { describe, expect, it } from "vitest";
import { requireCookie, requireHeader, textOf } from "./check.js";

function refusal(check: () => unknown): PictorError {
  try {
    check();
  } catch (error) {
    if (error instanceof PictorError) return error;
  }
  throw new Error("the key was not refused");
}

function expectRefused(check: () => unknown, field: "key" | "value"): void {
  const error = refusal(check);
  expect([error.code, error.details["where"]]).toEqual(["AUTH_SETTING_INVALID", `api-key.${field}`]);
  expect(JSON.stringify([error.message, error.details, error.cause])).not.toMatch(/cret|admin/i);
}

describe("a header", () => {
  it.each(
    [
      ["Host", "content-length", "Transfer-Encoding", "connection", "Upgrade", "TE", "Trailer", "keep-alive"],
      [
        ...["Proxy-Authorization", "proxy-connection", ":authority", "", "X Key", "X-Key:", "a\r\nX-Admin"],
        ...["Schlüssel"],
      ],
    ].flat(),
  )("is not named %j", (name) => {
    expectRefused(() => requireHeader(name, "secret"), "key");
  });

  it.each(["X-API-Key", "authorization", "x_key.1", "!#$%&'*+^`|~", "Teapot", "Hostess"])(
    "can be named %s",
    (name) => {
      expect(() => requireHeader(name, "secret")).not.toThrow();
    },
  );

  it.each([
    ["a character beyond Latin-1", "secret€"],
    ["a line break", "se\r\ncret"],
    ["a leading space, which would be lost", " secret"],
    ["a trailing space, which would be lost", "secret "],
  ])("does not carry %s", (_situation, value) => {
    expectRefused(() => requireHeader("X-API-Key", value), "value");
  });
});

describe("a cookie", () => {
  it.each(["", "a b", "a=b", "a;b", "a,b", '"a"', "ä", "a\n"])("is not named %j", (name) => {
    expectRefused(() => requireCookie(name, "secret"), "key");
  });

  it.each([
    ["a second cookie", "secret; admin=1"],
    ["a space", "se cret"],
    ["a comma", "se,cret"],
    ["a backslash", "se\\cret"],
    ["a leading quote only", '"secret'],
    ["a trailing quote only", 'secret"'],
    ["a quote inside", 'se"cret'],
    ["a character beyond ASCII", "secreté"],
    ["a line break", "secret\n"],
  ])("does not carry %s", (_situation, value) => {
    expectRefused(() => requireCookie("k", value), "value");
  });

  it.each(["YWJj/+==", '"quoted"', "a:b(c)[d]{e}~!#$%&'*<>?@^`|"])("carries %s", (value) => {
    expect(() => requireCookie("k", value)).not.toThrow();
  });
});

it.each([
  ["takes a line break", "se\r\ncret"],
  ["takes a pasted line end", "secret\n"],
  ["takes a tab", "se\tcret"],
  ["takes NUL", "se\0cret"],
  ["takes DEL", "se\u007fcret"],
  ["takes a control character of Latin-1", "se\u0085cret"],
  ["takes a lone surrogate", "se\ud83dcret"],
  ["takes a value that is not a text", { se: "cret" }],
])("no place: %s", (_situation, value) => {
  expectRefused(() => textOf({ type: "api-key", settings: { value } }, "value"), "value");
  expectRefused(() => textOf({ type: "api-key", settings: { key: value } }, "key"), "key");
});

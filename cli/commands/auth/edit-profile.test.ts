// Options for secrets, origins and limits.

import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { parseSecretOption, referencedPath } from "../../input/secret-option.js";
import { parseByteCount, parseSeconds } from "../request/parse-limits.js";
import { parseOrigins } from "./parse-origins.js";

describe("--secret", () => {
  it.each([
    ["password", { path: ["password"], source: { kind: "ask" } }],
    ["headers.0.value", { path: ["headers", "0", "value"], source: { kind: "ask" } }],
    ["key=env:API_KEY", { path: ["key"], source: { kind: "env", target: "API_KEY" } }],
    ["key=file:~/a b.txt", { path: ["key"], source: { kind: "file", target: "~/a b.txt" } }],
  ])("%s", (text, expected) => {
    expect(parseSecretOption(text)).toEqual(expected);
  });
  it.each(["", "=x", "key=T0P", "key=", "key=env:", "key=env:T0P-X", "key=file:", "a..b"])(
    "refuses %s, without repeating it",
    (text) => {
      expect(() => parseSecretOption(text)).toThrow(/^(?!.*T0P).*env:NAME/s);
    },
  );
  it.each([
    ["key.pem", "/home/a", "/home/a", "key.pem"],
    ["key.pem", "/home/a/b", "/home/a", "b/key.pem"],
    ["key.pem", "/home/b", "/home/a", resolve("/home/b/key.pem")],
    ["/etc/key", "/home/a", "/home/a", resolve("/etc/key")],
  ])("the file %s typed in %s, for a configuration in %s", (typed, from, directory, expected) => {
    expect(referencedPath(typed, from, directory)).toBe(expected);
  });
});

describe("--origin", () => {
  it.each([
    [["https://a.example/path?x#y"], ["https://a.example"]],
    [
      ["http://a:8188", "wss://b/ws"],
      ["http://a:8188", "https://b"],
    ],
    [["any"], undefined],
  ])("%j", (texts, origins) => {
    expect(parseOrigins(texts)).toEqual(origins);
  });
  it.each(["example.org", "javascript:x", "any"])("refuses %s together with another origin", (text) => {
    expect(() => parseOrigins(["https://a", text])).toThrow("expected a web address");
  });
});

it.each([
  ["30", 30_000],
  ["0.5", 500],
  ["86400", 86_400_000],
])("%s seconds", (text, ms) => {
  expect(parseSeconds(text, "--timeout")).toBe(ms);
});
it.each(["", "0", "-1", "1e3", "86401", "a", "1s"])("refuses %j as seconds", (text) => {
  expect(() => parseSeconds(text, "--timeout")).toThrow("--timeout: expected seconds");
});
it.each([
  ["1", 1],
  ["10k", 10_240],
  ["2M", 2_097_152],
  ["1g", 1_073_741_824],
])("%s bytes", (text, bytes) => {
  expect(parseByteCount(text, "--max-bytes")).toBe(bytes);
});
it.each(["", "0", "-1", "1.5", "1t", "999999999999999g"])("refuses %j as bytes", (text) => {
  expect(() => parseByteCount(text, "--max-bytes")).toThrow("--max-bytes: expected bytes");
});

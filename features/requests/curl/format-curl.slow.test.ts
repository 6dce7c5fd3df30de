// A shell passes the arguments of a written command to curl as they were given.

import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatCurl, placeholder, type CurlRequest } from "./format-curl.js";

const request: CurlRequest = { method: "GET", url: "https://api.example/a", headers: [], redirect: "manual" };

/** The arguments that a shell passes on. */
const shellArguments = (command: string, env: Readonly<Record<string, string>> = {}): readonly string[] =>
  execFileSync("/bin/sh", ["-c", command.replace(/^curl/, "printf '%s\\0'")], { env, encoding: "utf8" })
    .split("\0")
    .slice(0, -1);

const text = fc
  .string({ unit: "grapheme", minLength: 1, maxLength: 30 })
  .filter((one) => !one.includes("\0"));

describe.skipIf(process.platform === "win32")("in a shell", () => {
  it("a body is one argument", () => {
    const isOne = fc.property(text, (body) => {
      const written = formatCurl({ ...request, body: { text: body } });
      expect(shellArguments(written).at(-1)).toBe(body);
    });
    fc.assert(isOne, { numRuns: 20 });
  });

  it("a secret comes from a variable, whatever it contains", () => {
    const password = placeholder("SHOP_PASSWORD");
    const written = formatCurl({ ...request, user: { name: "me", password, isDigest: false } });
    expect(written).toContain(`-u me:"$SHOP_PASSWORD"`);
    expect(shellArguments(written, { SHOP_PASSWORD: "a b'c" })).toEqual([
      ...["https://api.example/a", "-u", "me:a b'c"],
    ]);
  });
});

// Headers, methods and bodies from the command line.

import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { homeFolder } from "@pictor/kernel";
import { describe, expect, it } from "vitest";
import { parseBody } from "../../input/request-body.js";
import { parseHeader, parseMethod } from "./parse-header.js";

async function* piped(): AsyncGenerator<Uint8Array, void, undefined> {
  yield await Promise.resolve(Buffer.from("from a pipe"));
}

describe("headers", () => {
  it.each([
    ["Accept: text/plain", ["Accept", "text/plain"]],
    ["accept:text/plain", ["accept", "text/plain"]],
    ["X-Time: 12:30", ["X-Time", "12:30"]],
    ["X-Empty:", ["X-Empty", ""]],
  ])("%s", (text, pair) => {
    expect(parseHeader(text)).toEqual(pair);
  });
  it("does not repeat a header without a colon, which may be a credential", () => {
    expect(() => parseHeader("Bearer abc123")).toThrow(/^(?!.*abc123).*has no name/);
  });
});

describe("methods", () => {
  it.each([
    ["get", "GET"],
    ["M-SEARCH", "M-SEARCH"],
  ])("%s is sent as %s", (text, method) => {
    expect(parseMethod(text)).toBe(method);
  });
  it("explains that the method comes first", () => {
    expect(() => parseMethod("https://example.org/")).toThrow("The method comes first");
  });
});

describe("bodies", () => {
  it("passes a text unchanged", () => {
    expect(parseBody('{"a": 1}', piped())).toBe('{"a": 1}');
  });
  it("can read a file more than once", async () => {
    const path = join(mkdtempSync(join(tmpdir(), "pictor-body-")), "body.txt");
    writeFileSync(path, "from a file");
    const body = parseBody(`@${path}`, piped());
    if (typeof body === "string") throw new Error("expected a body");
    expect(body).toMatchObject({ length: 11, replayable: true });
    for (const _time of [1, 2]) {
      const chunks: Uint8Array[] = [];
      for await (const chunk of body.open()) chunks.push(chunk);
      expect(Buffer.concat(chunks).toString()).toBe("from a file");
    }
  });
  it("cannot replay a pipe", () => {
    expect(parseBody("@-", piped())).toMatchObject({ replayable: false });
  });
  it("refuses a missing file and a folder", () => {
    expect(() => parseBody("@/nowhere/at/all", piped())).toThrow("/nowhere/at/all");
    expect(() => parseBody("@~/nowhere/at/all", piped())).toThrow(`${homeFolder()}/nowhere`);
    expect(() => parseBody(`@${tmpdir()}`, piped())).toThrow("it is not a file");
  });
});

// Parsing arbitrary Cookie headers, and setting a cookie without changing the others.

import { outgoingRequest } from "@pictor/host/testing";
import fc from "fast-check";
import { expect, it } from "vitest";
import { cookieName, cookiesOf, setCookie } from "./cookie.js";
import type { HeaderPair, OutgoingRequest } from "@pictor/kernel/plugin";

const request = (headers: readonly HeaderPair[]): OutgoingRequest =>
  outgoingRequest({ url: "https://example.org/", headers });

it.each([
  ["a=1", ["a=1"], ["a"]],
  ["a=1; b=2", ["a=1", "b=2"], ["a", "b"]],
  ["a=1;b=2 ; ;", ["a=1", "b=2"], ["a", "b"]],
  ["a = 1", ["a = 1"], ["a"]],
  ["a=b=c", ["a=b=c"], ["a"]],
  ["flag", ["flag"], ["flag"]],
  ["=nameless", ["=nameless"], [""]],
  ["", [], []],
])("%j", (line, pairs, names) => {
  const found = cookiesOf(request([["Cookie", line]]));
  expect([found, found.map(cookieName)]).toEqual([pairs, names]);
});

it("other cookies keep their text and order, and the new cookie is written once", () => {
  const line = fc.stringMatching(/^[abk=; "]*$/);
  const check = (lines: readonly string[]) => {
    const before = request(lines.map((value) => ["COOKIE", value] as const));
    const after = setCookie(before, "k", "v");
    const others = cookiesOf(before).filter((pair) => cookieName(pair) !== "k");
    expect(after.headers).toHaveLength(1);
    expect(cookiesOf(after)).toEqual([...others, "k=v"]);
    expect(setCookie(after, "k", "v")).toEqual(after);
  };
  fc.assert(fc.property(fc.array(line), check));
});

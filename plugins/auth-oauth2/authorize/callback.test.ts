// Reading an answer: what counts, what is somebody else's, what is against the protocol.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyCharacter } from "./any-character.test.support.js";
import { readAnswer } from "./callback.js";

const state = "the-state";
const read = (query: string) => readAnswer(new URLSearchParams(query), state);

describe("a code", () => {
  it("comes with the state and the issuer, and nothing else that was sent", () => {
    const reading = read("code=a%2Fb&state=the-state&iss=https%3A%2F%2Fp.example&session_state=x&token=y");
    if (reading.kind !== "code") throw new Error(reading.kind);
    expect([...reading.parameters]).toEqual([
      ["code", "a/b"],
      ["state", state],
      ["iss", "https://p.example"],
    ]);
  });

  it("is one beside an error without a value, which counts as not sent (RFC 6749 section 3.1)", () => {
    expect(read("code=a&error=&state=the-state").kind).toBe("code");
  });
});

describe("an error", () => {
  it("keeps its code as sent, with the description and the issuer", () => {
    expect(read("error=access_denied&error_description=No+way&iss=i&state=the-state")).toEqual({
      kind: "error",
      error: "access_denied",
      description: "No way",
      issuer: "i",
    });
  });

  it.each([
    ["terminal escapes", "%1b%5B31mred%1b%5B0m %1b%5D0;title%07end", "red 0;titleend"],
    ["line breaks", "a%0d%0aSet-Cookie:%20x", "a Set-Cookie: x"],
    ["what turns the writing around", "a%E2%80%AEb%E2%80%8Bc", "abc"],
    ["NUL and the C1 controls", "a%00b%C2%9Bc", "abc"],
    ["half a sentence of bytes", "a%ff", "a\ufffd"],
  ])("loses %s", (_situation, given, description) => {
    expect(read(`error=x&state=the-state&error_description=${given}`)).toMatchObject({ description });
  });

  it("is short and in ASCII", () => {
    const long = "ä".repeat(5_000);
    const reading = read(`error=${long}&error_description=${long}&state=the-state`);
    expect(reading).toMatchObject({ error: "?".repeat(200), description: "ä".repeat(500) });
  });
});

describe("not for this flow", () => {
  it.each([
    ["no parameters", ""],
    ["a code without a state", "code=a"],
    ["another state", "code=a&state=other"],
    ["a state in another spelling", "code=a&state=THE-STATE"],
    ["the beginning of the state", "code=a&state=the-stat"],
    ["an empty state", "code=a&state="],
    ["an error without a state: nobody else ends a sign-in", "error=access_denied"],
    ["an error with another state", "error=access_denied&state=other"],
  ])("%s", (_situation, query) => {
    expect(read(query)).toEqual({ kind: "wrong-state" });
  });
});

describe("against the protocol", () => {
  it.each([
    ["two codes", "code=a&code=b&state=the-state"],
    ["the same code twice", "code=a&code=a&state=the-state"],
    ["two states, the right one first", "code=a&state=the-state&state=x"],
    ["two states, the right one last", "code=a&state=x&state=the-state"],
    ["two issuers", "code=a&iss=x&iss=y&state=the-state"],
    ["two errors", "error=a&error=b&state=the-state"],
    ["a code together with an error", "code=a&error=b&state=the-state"],
    ["neither", "state=the-state"],
    ["an empty code", "code=&state=the-state"],
    ["a line break in the code", "code=a%0d%0aX:%20y&state=the-state"],
    ["letters beyond ASCII in the code", "code=%C3%A4&state=the-state"],
  ])("%s", (_situation, query) => {
    expect(read(query).kind).toBe("invalid");
  });
});

it("never takes a code without the right state, and never throws", () => {
  const name = fc.constantFrom("code", "state", "error", "iss", "error_description", "x");
  const pairs = fc.array(fc.tuple(name, fc.string({ unit: anyCharacter })), { maxLength: 6 });
  fc.assert(
    fc.property(pairs, (sent) => {
      const { kind } = readAnswer(new URLSearchParams(sent), state);
      const states = sent.filter(([key]) => key === "state").map(([, value]) => value);
      if (kind === "code" || kind === "error") expect(states).toEqual([state]);
    }),
  );
});

// Authorization responses: codes, errors, responses to other flows, and invalid ones.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyCharacter } from "../testing/any-character.js";
import { readAuthorizationResponse } from "./authorization-response.js";

const state = "the-state";
const read = (query: string) => readAuthorizationResponse(new URLSearchParams(query), state);

describe("a code", () => {
  it("is read with the issuer, and nothing else of the response", () => {
    const parsed = read("code=a%2Fb&state=the-state&iss=https%3A%2F%2Fp.example&session_state=x&token=y");
    expect(parsed).toEqual({ kind: "code", code: "a/b", issuer: "https://p.example" });
  });

  it("is read beside an error without a value, which counts as omitted (RFC 6749 section 3.1)", () => {
    expect(read("code=a&error=&state=the-state").kind).toBe("code");
  });
});

describe("an error", () => {
  it("is read with its description and the issuer", () => {
    expect(read("error=access_denied&error_description=No+way&iss=i&state=the-state")).toEqual({
      kind: "error",
      error: "access_denied",
      description: "No way",
      issuer: "i",
    });
  });

  it.each([
    ["terminal escapes", "%1b%5B31mred%1b%5B0m %1b%5D0;title%07end", "red end"],
    ["an invalid UTF-8 byte, which is replaced", "a%ff", "a\ufffd"],
  ])("has a description without %s", (_situation, given, description) => {
    expect(read(`error=x&state=the-state&error_description=${given}`)).toMatchObject({ description });
  });

  it("has a short code in ASCII and a short description", () => {
    const [code, description] = ["x".repeat(5_000), "ä".repeat(5_000)];
    const parsed = read(`error=ä${code}&error_description=${description}&state=the-state`);
    expect(parsed).toMatchObject({ error: `${"x".repeat(197)}...`, description: `${"ä".repeat(497)}...` });
  });

  it("without a readable code is still an error", () => {
    expect(read("error=%C3%A4&state=the-state")).toMatchObject({
      kind: "error",
      error: expect.stringMatching(/^[ -~]+$/),
    });
  });
});

it.each([
  ["no parameters", ""],
  ["a code without a state", "code=a"],
  ["another state", "code=a&state=other"],
  ["a prefix of the state", "code=a&state=the-stat"],
  ["an empty state", "code=a&state="],
  ["an error without a state", "error=access_denied"],
])("a response does not belong to this flow: %s", (_situation, query) => {
  expect(read(query)).toEqual({ kind: "wrong-state" });
});

it.each([
  ["two codes", "code=a&code=b&state=the-state"],
  ["two states, the right one first", "code=a&state=the-state&state=x"],
  ["two issuers", "code=a&iss=x&iss=y&state=the-state"],
  ["two errors", "error=a&error=b&state=the-state"],
  ["a code together with an error", "code=a&error=b&state=the-state"],
  ["neither a code nor an error", "state=the-state"],
  ["an empty code", "code=&state=the-state"],
  ["a line break in the code", "code=a%0d%0aX:%20y&state=the-state"],
  ["letters beyond ASCII in the code", "code=%C3%A4&state=the-state"],
])("a response is invalid: %s", (_situation, query) => {
  expect(read(query).kind).toBe("invalid");
});

it("no response without the right state counts, and none throws", () => {
  const name = fc.constantFrom("code", "state", "error", "iss", "error_description", "x");
  const pairs = fc.array(fc.tuple(name, fc.string({ unit: anyCharacter })), { maxLength: 6 });
  fc.assert(
    fc.property(pairs, (sent) => {
      const { kind } = readAuthorizationResponse(new URLSearchParams(sent), state);
      const states = sent.filter(([key]) => key === "state").map(([, value]) => value);
      if (kind === "code" || kind === "error") expect(states).toEqual([state]);
    }),
  );
});

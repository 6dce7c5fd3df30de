// What people paste, and what they are told when it is not it.

import { describe, expect, it } from "vitest";
import { readPasted } from "./pasted.js";

const state = "the-state";
const codeOf = (text: string) => {
  const pasted = readPasted(text, state);
  return pasted.kind === "code" ? pasted.parameters.toString() : pasted;
};

describe("usable", () => {
  it.each([
    ["the address", "http://localhost:1/callback?code=a&state=the-state", "code=a&state=the-state"],
    ["the address with outer blanks", " \thttp://x/?code=a&state=the-state \n", "code=a&state=the-state"],
    ["an app's address", "com.example.app:/cb?code=a&state=the-state", "code=a&state=the-state"],
    ["an address with a fragment", "https://x/cb?code=a&state=the-state#_=_", "code=a&state=the-state"],
    ["its query alone", "state=the-state&code=a", "code=a&state=the-state"],
    ["the bare code", "4/0AX4-x_y", "code=4%2F0AX4-x_y&state=the-state"],
    ["a bare code that ends like base64", "YWJj==", "code=YWJj%3D%3D&state=the-state"],
  ])("%s", (_situation, text, parameters) => {
    expect(codeOf(text)).toBe(parameters);
  });

  it("an address that says no", () => {
    expect(readPasted("http://x/cb?error=access_denied&state=the-state", state)).toMatchObject({
      kind: "error",
    });
  });
});

describe("asked again", () => {
  it.each([
    ["nothing", "  ", "Nothing was pasted."],
    ["an address of another sign-in", "http://x/cb?code=a&state=other", "another sign-in"],
    ["an address without a state", "http://x/cb?code=a", "another sign-in"],
    ["an address without a query", "http://localhost:1/callback", "another sign-in"],
    [
      "the address that was to be opened",
      "https://x/authorize?state=the-state&client_id=y",
      "neither a code",
    ],
    ["a sentence", "it did not work", "neither an address nor a code"],
    ["a code beyond ASCII", "ä", "cannot be used"],
  ])("%s", (_situation, text, problem) => {
    expect(readPasted(text, state)).toEqual({ kind: "wrong", problem: expect.stringContaining(problem) });
  });
});

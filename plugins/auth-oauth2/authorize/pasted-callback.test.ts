// Texts that users paste after a sign-in, and the problem with unusable ones.

import { describe, expect, it } from "vitest";
import { readPastedCallback } from "./pasted-callback.js";

const state = "the-state";
const codeOf = (text: string) => {
  const pasted = readPastedCallback(text, state);
  return pasted.kind === "code" ? pasted.code : pasted;
};

describe("the code is read from", () => {
  it.each([
    ["the URL", "http://localhost:1/callback?code=a&state=the-state", "a"],
    ["the URL with surrounding blanks", " \thttp://x/?code=a&state=the-state \n", "a"],
    ["a URL with the scheme of an app", "com.example.app:/cb?code=a&state=the-state", "a"],
    ["a URL with a fragment", "https://x/cb?code=a&state=the-state#_=_", "a"],
    ["the query alone", "state=the-state&code=a", "a"],
    ["the code alone", "4/0AX4-x_y", "4/0AX4-x_y"],
    ["a code alone that ends like Base64", "YWJj==", "YWJj=="],
    ["a code alone as it stands in a URL", "4%2F0AX4", "4/0AX4"],
    ["a code alone with a percent sign", "50%zz", "50%zz"],
    ["a code with its name", "code=4%2F0AX4", "4/0AX4"],
    ["a code with what follows it in the URL", "4%2F0AX4&scope=email", "4/0AX4"],
    ["a code with what follows it, and the state", "4/0AX4&state=the-state&scope=email", "4/0AX4"],
    ["a URL with a code of Microsoft", "http://x/?code=M.C5!b*c$$d&state=the-state", "M.C5!b*c$$d"],
    ["the query with its question mark", "?code=a&state=the-state", "a"],
    ["a fragment", "#code=a&state=the-state", "a"],
    ["a URL with the response in its fragment", "http://x/cb#code=a&state=the-state", "a"],
    ["a URL with a query, and the response in its fragment", "http://x/cb?x=1#code=a&state=the-state", "a"],
    ["a URL in quotes", `"http://x/cb?code=a&state=the-state"`, "a"],
    ["a code in typographic quotes", " \u201cabc\u201d ", "abc"],
    ["a URL in angle brackets", "<http://x/cb?code=a&state=the-state>", "a"],
  ])("%s", (_situation, text, code) => {
    expect(codeOf(text)).toBe(code);
  });

  it("a URL with an error is an error response", () => {
    expect(readPastedCallback("http://x/cb?error=access_denied&state=the-state", state)).toMatchObject({
      kind: "error",
    });
  });
});

it.each([
  ["nothing", "  ", /nothing/i],
  ["a URL of another sign-in", "http://x/cb?code=a&state=other", /another sign-in/],
  ["a query of another sign-in", "code=a&state=other", /another sign-in/],
  ["a URL without a state", "http://x/cb?code=a", /contains no state.*paste only the code/],
  ["a URL without a query", "http://localhost:1/callback", /neither a code nor an error/],
  ["only quotes", `""`, /nothing/i],
  ["the authorization URL", "https://x/authorize?state=the-state&client_id=y", /neither a code/],
  ["a sentence", "it did not work", /neither a URL nor a code/],
  ["a code beyond ASCII", "ä", /cannot be used/],
])("a text is unusable: %s", (_situation, text, problem) => {
  expect(readPastedCallback(text, state)).toEqual({
    kind: "unusable",
    problem: expect.stringMatching(problem),
  });
});

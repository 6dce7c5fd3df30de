// What is taken off a pasted token, what is said of it, and what is refused.

import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { pastedToken } from "./paste.js";

const jwt = (claims: unknown) =>
  `eyJhbGciOiJub25lIn0.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.c2ln`;

describe("a pasted token", () => {
  it.each<[string, string, string, number]>([
    ["as it is", "abc.DEF-_~+/=", "abc.DEF-_~+/=", 0],
    ["between blanks and line ends", " \tabc\r\n", "abc", 1],
    ["after Bearer", "Bearer abc", "abc", 1],
    ["after bearer, with more blanks", " bearer   abc ", "abc", 1],
    ["that begins with these letters", "Bearerabc", "Bearerabc", 0],
  ])("%s", (_situation, text, accessToken, notes) => {
    const found = pastedToken(text);
    expect([found.accessToken, found.notes.length]).toEqual([accessToken, notes]);
  });

  it.each<[string, string, RegExp]>([
    ["nothing", "  ", /nothing was pasted/],
    ["only the word", "Bearer ", /nothing was pasted/],
    ["a second Bearer", "Bearer Bearer s3cr3t", /space or a line break/],
    ["a line break inside", "s3cr\n3t", /space or a line break/],
    ["NUL", "s3cr3t\u0000", /a character that no token has/],
    ["letters beyond ASCII", "s3cr3tä", /a character that no token has/],
  ])("is refused, unseen: %s", (_situation, text, problem) => {
    const error: unknown = (() => {
      try {
        return pastedToken(text);
      } catch (thrown) {
        return thrown;
      }
    })();
    expect(error).toMatchObject({
      code: "OAUTH_TOKEN_UNUSABLE",
      details: { problem: expect.stringMatching(problem) },
    });
    expect(inspect(error)).not.toMatch(/s3cr/);
  });
});

describe("the end that a JWT names", () => {
  it("is a hint", () => {
    expect(pastedToken(jwt({ exp: 1_700_000_000 })).notes).toEqual([
      "The token says that it expires at 2023-11-14T22:13:20.000Z; that is not checked.",
    ]);
  });

  it.each<[string, string]>([
    ["no claims", "a.b.c"],
    ["no exp", jwt({ sub: "anna" })],
    ["an exp that is no number", jwt({ exp: "soon" })],
    ["an exp beyond all calendars", jwt({ exp: 1e300 })],
    ["claims that are no object", jwt(null)],
    ["two parts", jwt({ exp: 1 }).replace(/\.[^.]+$/, "")],
  ])("is left out of %s", (_situation, text) => {
    expect(pastedToken(text)).toEqual({ accessToken: text, notes: [] });
  });
});

// What is removed around a pasted token, the hint about its expiry, and texts that are not tokens.

import { describe, expect, it } from "vitest";
import { printed, rejectionOf } from "../testing/fake-provider.js";
import { parsePastedToken } from "./pasted-token.js";

const jwt = (claims: unknown) =>
  `eyJhbGciOiJub25lIn0.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.c2ln`;

describe("a pasted token", () => {
  it.each<[string, string, string, number]>([
    ["is read as it is", "abc.DEF-_~+/=", "abc.DEF-_~+/=", 0],
    ["is read without surrounding blanks and line ends", " \tabc\r\n", "abc", 1],
    ["is read without Bearer before it", "Bearer abc", "abc", 1],
    ["is read without bearer and blanks before it", " bearer   abc ", "abc", 1],
    ["may start with the letters Bearer", "Bearerabc", "Bearerabc", 0],
  ])("%s", (_situation, text, accessToken, notes) => {
    const parsed = parsePastedToken(text);
    expect([parsed.accessToken, parsed.notes.length]).toEqual([accessToken, notes]);
  });

  it.each<[string, string, RegExp]>([
    ["nothing", "  ", /nothing/],
    ["only the word Bearer", "Bearer ", /nothing/],
    ["a second Bearer", "Bearer Bearer s3cr3t", /space/],
    ["a line break inside", "s3cr\n3t", /space/],
    ["NUL", "s3cr3t\u0000", /ASCII/],
    ["letters beyond ASCII", "s3cr3tä", /ASCII/],
  ])("is unusable, and the error does not repeat it: %s", async (_situation, text, problem) => {
    const error = await rejectionOf(async () => parsePastedToken(text));
    expect(error).toMatchObject({
      code: "OAUTH_TOKEN_UNUSABLE",
      details: { problem: expect.stringMatching(problem) },
    });
    expect(printed(error)).not.toMatch(/s3cr/);
  });
});

describe("the expiry that a JWT claims", () => {
  it("becomes a note", () => {
    expect(parsePastedToken(jwt({ exp: 1_700_000_000 })).notes).toEqual([
      expect.stringContaining("2023-11-14T22:13:20.000Z"),
    ]);
  });

  it.each<[string, string]>([
    ["no exp", jwt({ sub: "anna" })],
    ["an exp that is not a number", jwt({ exp: "soon" })],
    ["an exp that is not a date", jwt({ exp: 1e300 })],
    ["claims that are not an object", jwt(null)],
  ])("is not noted for %s", (_situation, text) => {
    expect(parsePastedToken(text)).toEqual({ accessToken: text, notes: [] });
  });
});

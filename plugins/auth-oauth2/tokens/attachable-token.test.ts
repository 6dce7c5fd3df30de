// Which token of a record is attached to requests.

import { describe, expect, it } from "vitest";
import { attachableToken, attachmentProblem, typeNote } from "./attachable-token.js";
import type { TokenResponse } from "../protocol/token-request.js";
import type { OAuthSetting } from "../setting.js";
import { recordOf } from "./token-record.js";
import { tokenResponse, settingWith } from "../testing/token-store.js";

const setting = settingWith();
const idTokens = settingWith({ use: "id_token" });
/** The token of a response that is attached, for a setting. */
const attached = (own: OAuthSetting, parts: Partial<TokenResponse>) =>
  attachableToken(own, recordOf(own, tokenResponse(parts)));

describe("the attachable token", () => {
  it.each<[string, OAuthSetting, Partial<TokenResponse>, string]>([
    ["the access token of the type Bearer", setting, { tokenType: "Bearer" }, "access-0"],
    ["the access token, whatever the spelling of its type", setting, { tokenType: "BEARER" }, "access-0"],
    ["the ID token if the setting says so", idTokens, { idToken: "id", tokenType: "mac" }, "id"],
    [
      "the ID token that came alone",
      idTokens,
      { accessToken: "a.b.", idToken: "a.b.", isIdToken: true },
      "a.b.",
    ],
  ])("is %s", (_situation, own, parts, token) => {
    expect(attached(own, parts)).toBe(token);
  });

  it.each<[string, OAuthSetting, Partial<TokenResponse>, string]>([
    ["another type", setting, { tokenType: "mac" }, '"mac"'],
    ["a type that is empty", setting, { tokenType: "" }, '""'],
    [
      "a hostile type, of which harmless characters are shown",
      setting,
      { tokenType: "\u001b[31m\r\nX-Evil: 1" },
      '"31mX-Evil1"',
    ],
    ["an ID token that is missing", idTokens, {}, "ID token"],
    [
      "an ID token that came alone, where none is used",
      setting,
      { idToken: "a.b.", isIdToken: true },
      "Set use to id_token",
    ],
    [
      "a bound token, although bearerTypes names DPoP",
      settingWith({ bearerTypes: "dpop" }),
      { tokenType: "DPoP" },
      "bound to a key",
    ],
    [
      "an unbound token if DPoP is required",
      settingWith({ bearerTypes: "bot", dpop: true }),
      { tokenType: "bot" },
      "not bound to a key",
    ],
  ])("does not exist for %s, and the error says so", (_situation, own, parts, problem) => {
    expect(() => attached(own, parts)).toThrow(
      expect.objectContaining({
        code: "OAUTH_TOKEN_UNUSABLE",
        details: { problem: expect.stringContaining(problem) },
      }),
    );
  });

  it("is the access token of a type that bearerTypes names, with a note", () => {
    const own = settingWith({ bearerTypes: "bot, user" });
    expect(attached(own, { tokenType: "User" })).toBe("access-0");
    expect(typeNote(own, { tokenType: "User" })).toContain('"User"');
  });

  it.each([
    ["User Access Token", "UserAccessToken"],
    ["jwt-bearer", "jwt-bearer"],
  ])("of the type %j is attached as the message says", (tokenType, named) => {
    expect(attachmentProblem(setting, { tokenType })).toContain(`set bearerTypes to ${named}`);
    expect(attachmentProblem(settingWith({ bearerTypes: named }), { tokenType })).toBeUndefined();
  });
});

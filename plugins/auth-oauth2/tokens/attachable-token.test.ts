// Which token of a record is attached to requests.

import { describe, expect, it } from "vitest";
import { attachableToken, attachmentProblem, typeNote } from "./attachable-token.js";
import { recordOf } from "./token-record.js";
import { tokenResponse, settingWith } from "../testing/token-store.js";

describe("the attachable token", () => {
  it.each(["Bearer", "bearer", "BEARER"])("is the access token if its type is %s", (tokenType) => {
    const setting = settingWith();
    expect(attachableToken(setting, recordOf(setting, tokenResponse({ tokenType })))).toBe("access-0");
  });

  it.each(["mac", "N_A", "DPoP", ""])(
    "does not exist if the type is %j, which the error names",
    (tokenType) => {
      const setting = settingWith();
      expect(() => attachableToken(setting, recordOf(setting, tokenResponse({ tokenType })))).toThrow(
        expect.objectContaining({
          code: "OAUTH_TOKEN_UNUSABLE",
          details: { problem: expect.stringContaining(`"${tokenType}"`) },
        }),
      );
    },
  );

  it("does not exist for a hostile type, of which the error shows harmless characters only", () => {
    const setting = settingWith();
    const record = recordOf(setting, tokenResponse({ tokenType: "\u001b[31m\r\nX-Evil: 1" }));
    expect(() => attachableToken(setting, record)).toThrow('"31mX-Evil1"');
  });

  it.each(["bot", "User"])("is the access token of the type %s if bearerTypes names it", (tokenType) => {
    const setting = settingWith({ bearerTypes: "bot, user" });
    const record = recordOf(setting, tokenResponse({ tokenType }));
    expect(attachableToken(setting, record)).toBe("access-0");
    expect(typeNote(setting, record)).toContain(`"${tokenType}"`);
  });

  it.each([
    ["User Access Token", "UserAccessToken"],
    ["jwt-bearer", "jwt-bearer"],
    ["BearerToken", "BearerToken"],
  ])("of the type %j is attached as the message says", (tokenType, named) => {
    expect(attachmentProblem(settingWith(), { tokenType })).toContain(`set bearerTypes to ${named}`);
    expect(attachmentProblem(settingWith({ bearerTypes: named }), { tokenType })).toBeUndefined();
  });

  it("does not exist for a bound token, although bearerTypes names DPoP, or for an unbound one if DPoP is required", () => {
    const named = settingWith({ bearerTypes: "dpop" });
    expect(attachmentProblem(named, { tokenType: "DPoP" })).toContain("bound to a key");
    expect(
      attachmentProblem(settingWith({ bearerTypes: "bot", dpop: true }), { tokenType: "bot" }),
    ).toContain("not bound to a key");
  });

  it("is the ID token that came alone, and only where the ID token is used", () => {
    const response = tokenResponse({ accessToken: "e30.e30.", idToken: "e30.e30.", isIdToken: true });
    const setting = settingWith({ use: "id_token" });
    expect(attachableToken(setting, recordOf(setting, response))).toBe("e30.e30.");
    expect(attachmentProblem(settingWith(), recordOf(setting, response))).toContain("Set use to id_token");
  });

  it("is the ID token if the setting says so", () => {
    const setting = settingWith({ use: "id_token" });
    expect(
      attachableToken(setting, recordOf(setting, tokenResponse({ idToken: "id", tokenType: "mac" }))),
    ).toBe("id");
  });

  it("does not exist if the setting asks for an ID token that is missing", () => {
    const setting = settingWith({ use: "id_token" });
    expect(() => attachableToken(setting, recordOf(setting, tokenResponse()))).toThrow(
      expect.objectContaining({ code: "OAUTH_TOKEN_UNUSABLE", message: expect.stringContaining("ID token") }),
    );
  });
});

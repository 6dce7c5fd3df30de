// Which token of a record goes into a request.

import { describe, expect, it } from "vitest";
import { tokenToAttach } from "./attach.js";
import { recordOf } from "./record.js";
import { answerOf, settingOf } from "./tokens.test.support.js";

describe("the token to attach", () => {
  it.each(["Bearer", "bearer", "BEARER"])("is the access token of the type %s", (tokenType) => {
    const setting = settingOf();
    expect(tokenToAttach(setting, recordOf(setting, answerOf({ tokenType })))).toBe("access-0");
  });

  it.each(["mac", "N_A", "DPoP", ""])("is none of the type %j, which is named", (tokenType) => {
    const setting = settingOf();
    expect(() => tokenToAttach(setting, recordOf(setting, answerOf({ tokenType })))).toThrow(
      expect.objectContaining({
        code: "OAUTH_TOKEN_UNUSABLE",
        details: { problem: `its type is "${tokenType}", and only Bearer tokens can be attached` },
      }),
    );
  });

  it("does not let the server's words into the explanation", () => {
    const setting = settingOf();
    const record = recordOf(setting, answerOf({ tokenType: "\u001b[31m\r\nX-Evil: 1" }));
    expect(() => tokenToAttach(setting, record)).toThrow('its type is "31mX-Evil1"');
  });

  it("is the ID token where the setting says so", () => {
    const setting = settingOf({ use: "id_token" });
    expect(tokenToAttach(setting, recordOf(setting, answerOf({ idToken: "id", tokenType: "mac" })))).toBe(
      "id",
    );
  });

  it("is nothing where there should be an ID token", () => {
    const setting = settingOf({ use: "id_token" });
    expect(() => tokenToAttach(setting, recordOf(setting, answerOf()))).toThrow(/no ID token/);
  });
});

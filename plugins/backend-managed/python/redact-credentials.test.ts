// Tests of the redaction of credentials.

import { describe, expect, it } from "vitest";
import { hasCredentials, redactCredentials } from "./redact-credentials.js";

describe("a text", () => {
  it.each([
    ["a name and a password", "see https://me:hunter22@host/simple now", "see https://***@host/simple now"],
    ["a token alone", "https://abcdef0123@host/simple", "https://***@host/simple"],
    ["several", "https://a:b@h/ http://c:d@i/", "https://***@h/ http://***@i/"],
    ["git over https", "git+https://tok@host/x.git", "git+https://***@host/x.git"],
    ["a password with an encoded slash", "https://me:a%2Fb@host/", "https://***@host/"],
    ["the user of ssh, which is not a secret", "ssh://git@host/x.git", "ssh://git@host/x.git"],
    ["ssh with a password", "ssh://git:pw@host/x.git", "ssh://***@host/x.git"],
    ["an @ in a path", "https://host/@scope/name", "https://host/@scope/name"],
    ["a mail address", "me@example.org", "me@example.org"],
  ])("with %s", (_, text, expected) => {
    expect(redactCredentials(text)).toBe(expected);
  });

  it("loses a known secret everywhere, raw and decoded", () => {
    const known = ["https://me:top%20secret@host/simple"];
    expect(redactCredentials("auth top%20secret, or top secret, or me:top%20secret", known)).toBe(
      "auth ***, or ***, or ***",
    );
  });

  it.each([
    [
      "a slash and an @",
      "https://me:pass/wo@rd@host/simple",
      "no pass/wo@rd here, me:pass/wo@rd",
      "no *** here, ***",
    ],
    ["a token alone", "git+https://tok/en@host/x", "said tok/en", "said tok/en"],
    ["a parameter", "https://host/simple?sig=ab%2Bcd", "sig ab+cd, ab%2Bcd", "sig ***, ***"],
  ])("with %s is the one that is masked in the address", (_, address, text, expected) => {
    expect(redactCredentials(text, [address])).toBe(expected);
  });

  it("keeps words that contain a short password", () => {
    expect(redactCredentials("Installing pip", ["https://u:pip@host/"])).toBe("Installing pip");
  });
});

describe("an address", () => {
  it.each([
    ["https://me:pw@host/simple", true],
    ["https://token@host/simple", true],
    ["https://me:p/w@host/simple", true],
    ["https://host/simple?token=abcd", true],
    ["https://host:80/@scope", false],
    ["https://host/simple", false],
    ["https://host/@scope", false],
    ["file:///opt/simple", false],
    ["", false],
  ])("%s", (address, expected) => {
    expect(hasCredentials(address)).toBe(expected);
  });
});

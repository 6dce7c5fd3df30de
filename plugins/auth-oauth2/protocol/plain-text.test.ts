// What becomes of a text that a provider wrote before a person sees it.

import { describe, expect, it } from "vitest";
import { hider, plainAscii, plainText } from "./plain-text.js";

describe("plain text", () => {
  it.each([
    ["letters of any language", "ünïcode 名 🔑", "ünïcode 名 🔑"],
    ["colours", "\u001b[31mred\u001b[0m", "red"],
    ["a cleared screen", "\u001b[2J\u001b[Hgone", "gone"],
    ["a new window title", "\u001b]0;title\u0007text", "text"],
    ["a link", "\u001b]8;;https://evil.example\u001b\\here\u001b]8;;\u001b\\", "here"],
    ["an escape sequence in one character", "a\u009b31mb", "ab"],
    ["an escape at the end", "a\u001b", "a"],
    ["an unfinished sequence", "a\u001b[31", "a"],
    ["line breaks", "a\r\nb\u2028c", "a b c"],
    ["NUL, bell and backspace", "a\u0000\u0007\bb", "a b"],
    ["text that runs backwards", "a\u202eb", "ab"],
    ["text that cannot be seen", "a\u200b\u2060\ufeffb\u034fc", "abc"],
    ["half of a character", "a\ud83d", "a"],
    ["outer blanks", "  a  ", "a"],
  ])("of %s", (_situation, text, shown) => {
    expect(plainText(text, 100)).toBe(shown);
  });

  it("is cut between two characters", () => {
    expect(plainText("🔑🔑🔑", 2)).toBe("🔑🔑");
  });

  it("may be ASCII alone", () => {
    expect(plainAscii("\u001b[31minvalid\u00a0gränt", 100)).toBe("invalid gr nt");
  });
});

describe("secrets in it", () => {
  const hide = hider(["secret", "secret-and-more", "abc", ""]);

  it("are hidden, the longest first", () => {
    expect(hide("a secret-and-more, a secret")).toBe("a ***, a ***");
  });

  it("are left when they could be any word", () => {
    expect(hide("abc")).toBe("abc");
  });

  it("are hidden before the text is cut, and when what nobody sees splits them", () => {
    expect(plainText("xxxxx secret", 9, hide)).toBe("xxxxx ***");
    for (const split of ["\u001b[0m", "\u200b", "\u00ad", "\u202e", "\u034f"]) {
      expect(plainText(`sec${split}ret`, 100, hide)).toBe("***");
      expect(plainAscii(`sec${split}ret`, 100, hide)).toBe("***");
    }
  });
});

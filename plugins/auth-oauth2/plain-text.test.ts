// How text from a provider changes before the user sees it.

import { describe, expect, it } from "vitest";
import { createRedactor, plainAscii, plainText } from "./plain-text.js";

describe("plain text", () => {
  it.each([
    ["letters of any language", "ünïcode 名 🔑", "ünïcode 名 🔑"],
    ["colors", "\u001b[31mred\u001b[0m", "red"],
    ["a sequence that clears the screen", "\u001b[2J\u001b[Hgone", "gone"],
    ["a sequence that sets the window title", "\u001b]0;title\u0007text", "text"],
    ["a hyperlink sequence", "\u001b]8;;https://evil.example\u001b\\here\u001b]8;;\u001b\\", "here"],
    ["a sequence that starts with a C1 control", "a\u009b31mb", "ab"],
    ["an escape character at the end", "a\u001b", "a"],
    ["an unfinished sequence", "a\u001b[31", "a"],
    ["line breaks", "a\r\nb\u2028c", "a b c"],
    ["NUL, bell and backspace", "a\u0000\u0007\bb", "a b"],
    ["a right-to-left override", "a\u202eb", "ab"],
    ["characters without a width", "a\u200b\u2060\ufeffb\u034fc", "abc"],
    ["a lone surrogate", "a\ud83d", "a"],
    ["surrounding blanks", "  a  ", "a"],
  ])("is made from %s", (_situation, text, shown) => {
    expect(plainText(text, 100)).toBe(shown);
  });

  it("is truncated between two characters, and says so", () => {
    expect(plainText("🔑🔑🔑🔑", 8)).toBe("🔑🔑🔑🔑");
    expect(plainText("🔑🔑🔑🔑", 7)).toBe("🔑🔑...");
    expect(plainText("🔑🔑🔑🔑", 6)).toBe("🔑...");
  });

  it("can be restricted to ASCII", () => {
    expect(plainAscii("\u001b[31minvalid\u00a0gränt", 100)).toBe("invalid gr nt");
  });
});

describe("secrets in text from a provider", () => {
  const redact = createRedactor(["secret", "secret-and-more", "abc", ""]);

  it("are redacted, the longest first", () => {
    expect(redact("a secret-and-more, a secret")).toBe("a ***, a ***");
  });

  it("stay if they are too short to be told from ordinary words", () => {
    expect(redact("abc")).toBe("abc");
  });

  it("are redacted before truncation, and if invisible characters split them", () => {
    expect(plainText("xxxxx secret", 9, redact)).toBe("xxxxx ***");
    for (const split of ["\u001b[0m", "\u200b", "\u00ad", "\u202e", "\u034f"]) {
      expect(plainText(`sec${split}ret`, 100, redact)).toBe("***");
      expect(plainAscii(`sec${split}ret`, 100, redact)).toBe("***");
    }
  });
});

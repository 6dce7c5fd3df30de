// Properties of all prompts: they are resolved or have a problem, and the written prompt resolves to the same result.

import fc from "fast-check";
import { expect, it } from "vitest";
import { escapePrompt, fromNetworkSyntax, toNetworkSyntax } from "@pictor/prompt-syntax";
import { createChooseIndex } from "./choose-index.js";
import { limits, readWildcardFrom, resolved, resolvedWithSeed } from "./testing/prompts.js";
import { resolvePrompt } from "./resolve-prompt.js";

const files = {
  a: "red\n# none\nblue, <lora:of-a:0.5>\n{dark|2::light} __b/c__\n#",
  "b/c": "teal # a kind of blue\n<embedding:e>\n\\{x\\} {|y}, z |",
};

/** Valid and invalid pieces of the syntax. */
const pieces = [
  ...["{", "}", "|", "#", "_", "<", ">", ":", ",", ".", "(", ")", "[", "]", " ", "\n", "\t", "\\", "a", "1"],
  ...[
    "__a__",
    "__b/c__",
    "__",
    "\\{",
    "\\__",
    "\\\\",
    "\r\n",
    "2::",
    "$$",
    "AND",
    "猫",
    "🐈",
    " # x\n",
    ", ",
  ],
  ...["<lora:x>", "<lyco:y:0.5:1>", "<embedding:z:1.2>", "<lora:", "lora:x>", "{a|b}", "{|b}", "{<lora:q>|}"],
];
/** Any code point except surrogates. fast-check's `unit: "binary"` means the same, but takes a second to initialize. */
const anyCharacter = fc
  .integer({ min: 0, max: 0x10f7ff })
  .map((n) => String.fromCodePoint(n < 0xd800 ? n : n + 0x800));

const anyPrompt = fc.oneof(
  fc.array(fc.constantFrom(...pieces), { maxLength: 24 }).map((found) => found.join("")),
  fc.string({ unit: anyCharacter, maxLength: 40 }),
);

/** Valid prompts with these texts, with nested choices. */
const promptsOf = (...texts: readonly string[]) =>
  fc.letrec<{ prompt: string; piece: string; option: string }>((tie) => ({
    prompt: fc
      .array(tie("piece"), { maxLength: 6, depthIdentifier: "prompt" })
      .map((found) => found.join("")),
    piece: fc.oneof(
      { depthIdentifier: "prompt" },
      fc.constantFrom(...texts),
      fc.constantFrom("<lora:n>", "<lyco:n m:-1.50>", "<embedding:e (1):0.125>", "__a__", "\n# note\n"),
      fc.array(tie("option"), { minLength: 1, maxLength: 3 }).map((options) => `{${options.join("|")}}`),
    ),
    option: fc
      .tuple(fc.constantFrom("", "", "2::", " .5 ::"), tie("prompt"))
      .map(([weight, text]) => weight + text),
  })).prompt;
const texts = ["a cat", ", ", ",", " ", "\n", "_", "< ", "(x:1.2)", "[y]", "\\<", "\\#", "\\,", "\\_"];
const validPrompt = promptsOf(...texts);
/** Prompts with texts that become syntax next to other texts. */
const ambiguousPrompt = promptsOf(...texts, "<", "#", "lora:x>", "name__", "__", "\\");
const seeds = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });

it("every text is resolved, or has a problem with a span inside it", async () => {
  await fc.assert(
    fc.asyncProperty(anyPrompt, seeds, async (text, seed) => {
      const options = {
        chooseIndex: createChooseIndex(seed, "positive"),
        readWildcard: readWildcardFrom(files),
        limits,
      };
      const found = await resolvePrompt(text, options);
      if (!("problem" in found)) return;
      const { start, end } = found.problem;
      expect(0 <= start && start <= end && end <= text.length).toBe(true);
      expect(start).toBeLessThan(text.length);
    }),
    { numRuns: 200 },
  );
});

it("the written prompt resolves to the same result, whatever the seed", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(validPrompt, ambiguousPrompt, anyPrompt),
      seeds,
      seeds,
      async (text, seed, other) => {
        const options = {
          chooseIndex: createChooseIndex(seed, "negative"),
          readWildcard: readWildcardFrom(files),
          limits,
        };
        const found = await resolvePrompt(text, options);
        if ("problem" in found) return;
        const again = await resolvedWithSeed(found.written, other);
        expect(again).toEqual({ ...found, openBraces: [] });
      },
    ),
    { numRuns: 300 },
  );
});

it("a valid prompt is resolved, and the same seed makes the same choices", async () => {
  await fc.assert(
    fc.asyncProperty(validPrompt, seeds, async (text, seed) => {
      expect(await resolvedWithSeed(text, seed, files)).toEqual(await resolvedWithSeed(text, seed, files));
    }),
    { numRuns: 200 },
  );
});

it("a text with every punctuation mark escaped is encoded as it is", async () => {
  await fc.assert(
    fc.asyncProperty(anyPrompt, async (text) => {
      const source = text.replaceAll(/[!-/:-@[-`{-~]/g, "\\$&");
      const { encoded, written } = await resolved(source);
      // Parentheses stay escaped, because plain ones are weights for the text encoder.
      expect({ encoded, written }).toEqual({ encoded: text.replaceAll(/[()]/g, "\\$&"), written: source });
    }),
  );
});

it("an escaped text is encoded as it is", async () => {
  await fc.assert(
    fc.asyncProperty(anyPrompt, async (text) => {
      const { encoded, written, loras } = await resolved(escapePrompt(text));
      expect({ encoded, written, loras }).toEqual({ encoded: text, written: escapePrompt(text), loras: [] });
    }),
    { numRuns: 300 },
  );
});

it("a text with network tags is a prompt, and what other programs read of it is the same prompt", async () => {
  await fc.assert(
    fc.asyncProperty(anyPrompt, async (text) => {
      const { written } = await resolved(fromNetworkSyntax(text).prompt);
      const { written: again } = await resolved(fromNetworkSyntax(toNetworkSyntax(written)).prompt);
      expect(again).toBe(written);
    }),
    { numRuns: 300 },
  );
});

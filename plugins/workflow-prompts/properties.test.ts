// What holds for every prompt: it can be read or is refused, what is recorded gives the same again, a seed decides.

import fc from "fast-check";
import { expect, it } from "vitest";
import { createChoose } from "./generator.js";
import { ofSeed, resolved, wildcardsOf } from "./prompt.test.support.js";
import { resolvePrompt } from "./prompt.js";

const files = {
  a: "red\n# none\nblue, <lora:of-a:0.5>\n{dark|2::light} __b/c__\n#",
  "b/c": "teal # a kind of blue\n<embedding:e>\n\\{x\\} {|y}, z |",
};

/** Right and wrong pieces of the syntax in any order. */
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
const anything = fc.oneof(
  fc.array(fc.constantFrom(...pieces), { maxLength: 24 }).map((found) => found.join("")),
  fc.string({ unit: "binary", maxLength: 40 }),
);

/** Prompts of these texts, nested as the syntax allows. */
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
const right = promptsOf(...texts);
/** With texts that become syntax where they meet others. */
const risky = promptsOf(...texts, "<", "#", "lora:x>", "name__", "__", "\\");
const seeds = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });

it("every text is read, or refused with a place inside it", async () => {
  await fc.assert(
    fc.asyncProperty(anything, seeds, async (text, seed) => {
      const sources = { choose: createChoose(seed, "positive"), wildcards: wildcardsOf(files) };
      const found = await resolvePrompt(text, sources);
      if (!("problem" in found)) return;
      const { start, end } = found.problem;
      expect(0 <= start && start <= end && end <= text.length).toBe(true);
      expect(start).toBeLessThan(text.length);
    }),
    { numRuns: 400 },
  );
});

it("what is written gives exactly the same again, whatever the seed", async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(right, risky, anything), seeds, seeds, async (text, seed, other) => {
      const sources = { choose: createChoose(seed, "negative"), wildcards: wildcardsOf(files) };
      const found = await resolvePrompt(text, sources);
      if ("problem" in found) return;
      const again = await ofSeed(found.written, other);
      expect(again).toEqual(found);
    }),
    { numRuns: 800 },
  );
});

it("a right prompt is read, and the same seed gives the same text", async () => {
  await fc.assert(
    fc.asyncProperty(right, seeds, async (text, seed) => {
      expect(await ofSeed(text, seed, files)).toEqual(await ofSeed(text, seed, files));
    }),
    { numRuns: 200 },
  );
});

it("any text can be said: with every punctuation mark escaped it is encoded as it is", async () => {
  await fc.assert(
    fc.asyncProperty(anything, async (text) => {
      const source = text.replaceAll(/[!-/:-@[-`{-~]/g, "\\$&");
      const { encoded, written } = await resolved(source);
      // Parentheses stay escaped for the text encoder.
      expect({ encoded, written }).toEqual({ encoded: text.replaceAll(/[()]/g, "\\$&"), written: source });
    }),
  );
});

// The examples of the README are valid, and its error is the real one.

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { fixedChoices, limits, readWildcardFrom, resolved } from "./testing/prompts.js";
import { resolvePrompt } from "./resolve-prompt.js";
import { promptError } from "./prompt-error.js";

const readme = readFileSync(new URL("./README.md", import.meta.url), "utf8");
/** The code in the first column of the first table. */
const examples = readme
  .slice(readme.indexOf("| written"), readme.indexOf("## Characters"))
  .split("\n")
  .filter((row) => row.startsWith("| `"))
  .flatMap((row) => [...row.split(/(?<!\\)\|/)[1]!.matchAll(/`([^`]+)`/g)].map(([, code]) => code!));

it("has valid examples in its table of the syntax", async () => {
  expect(examples.length).toBeGreaterThan(15);
  const files = { color: "teal", "colors/warm": "red", "colors/*": "red", "co**": "red" };
  for (const example of examples) await resolved(example.replaceAll("\\|", "|"), { files });
});

it("shows the error as it is thrown", async () => {
  const [, prompt = ""] = /^ {2}(a \{red\|blue\} cat, <lroa.*)$/m.exec(readme) ?? [];
  const found = await resolvePrompt(prompt, {
    chooseIndex: fixedChoices(0),
    readWildcard: readWildcardFrom({}),
    limits,
  });
  const { what, hint } = promptError(
    prompt,
    "prompt",
    "problem" in found ? found.problem : (undefined as never),
  );
  expect(readme).toContain(`error: ${what}\n  ${hint}\n`);
});

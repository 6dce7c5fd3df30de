// The README's syntax table and error, as they are.

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { choosing, resolved, wildcardsOf } from "./prompt.test.support.js";
import { resolvePrompt } from "./prompt.js";
import { refusal } from "./refusal.js";

const readme = readFileSync(new URL("./README.md", import.meta.url), "utf8");
/** The code in the first column of the first table. */
const examples = readme
  .slice(readme.indexOf("| written"), readme.indexOf("## Signs"))
  .split("\n")
  .filter((row) => row.startsWith("| `"))
  .flatMap((row) => [...row.split(/(?<!\\)\|/)[1]!.matchAll(/`([^`]+)`/g)].map(([, code]) => code!));

it("has a row for everything, and each can be read", async () => {
  expect(examples.length).toBeGreaterThan(15);
  const files = { color: "teal", "colors/warm": "red" };
  for (const example of examples) await resolved(example.replaceAll("\\|", "|"), { files });
});

it("shows the error that is thrown", async () => {
  const [, prompt = ""] = /^ {2}(a \{red\|blue\} cat, <lroa.*)$/m.exec(readme) ?? [];
  const found = await resolvePrompt(prompt, { choose: choosing(0), wildcards: wildcardsOf({}) });
  const { what, hint } = refusal(prompt, "prompt", "problem" in found ? found.problem : (undefined as never));
  expect(readme).toContain(`error: ${what}\n  ${hint}\n`);
});

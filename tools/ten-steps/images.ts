// Images of the embedded server, and the journal of what was saved.

import { existsSync, readFileSync } from "node:fs";
import { userDataFile } from "@pictor/host/testing";
import { resultOf, type NewUser } from "./new-user.js";
import { check, type Step } from "./step.js";

const small = ["width=64", "height=64", "steps=1"].flatMap((setting) => ["--set", setting]);

/** Makes an image; settles with its path. */
export async function generate(user: NewUser, ...words: readonly string[]): Promise<string> {
  const ran = await user.pictor(["generate", ...words, "--backend", "embedded", ...small, "--json"]);
  const { outputs, problems } = resultOf(ran) as {
    outputs: readonly { path: string }[];
    problems: readonly object[];
  };
  check(problems.length === 0, `problems: ${JSON.stringify(problems)}`);
  const path = outputs[0]?.path ?? "";
  check(readFileSync(path).subarray(1, 4).toString() === "PNG", `${path} is no PNG`);
  return path;
}

export const generateStep: Step = {
  name: "generate",
  async run(user) {
    const path = await generate(user, "txt2img", "a kite");
    check(path.startsWith(user.project), `${path} is outside the project`);
    const described = await user.pictor(["inspect", path]);
    check(described.out.includes("a kite"), `the image does not say how it was made: ${described.out}`);
    const again = await generate(user, "img2img", "a red kite", "--set", `image=${path}`);
    check(again !== path, "the second image has the name of the first");
    return "txt2img, img2img, inspect";
  },
};

export const journalStep: Step = {
  name: "journal",
  async run(user) {
    const journal = userDataFile(user.home, "history.jsonl");
    const lines = (): number => readFileSync(journal, "utf8").trim().split("\n").length;
    const before = lines();
    await user.pictor(["config", "set", "plugins.output-journal.config.maxEntries", "2"]);
    for (const prompt of ["one", "two", "three"]) await generate(user, "txt2img", prompt);
    const after = lines();
    check(after < before + 3, `the journal has ${after} lines, ${before} before`);
    const { history } = resultOf(await user.pictor(["history", "--json"])) as {
      history: readonly { prompt: string; path: string }[];
    };
    const prompts = history.map(({ prompt }) => prompt);
    check(prompts.slice(0, 2).join() === "three,two", `the history begins with ${prompts.join()}`);
    check(
      history.every(({ path }) => existsSync(path)),
      "an image of the history is missing",
    );
    return `${before} lines, after three images more and a limit of two: ${after}; history reads them`;
  },
};

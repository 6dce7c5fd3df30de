// Questions of plugins that nobody can answer, and answers that no question has.

import { expect, it } from "vitest";
import type { Interaction, Question, TextPrompt, UserCode } from "../contract/interaction.js";
import { noInteraction } from "./interaction.js";
import { interactionFor } from "./plugin-interaction.js";

const question: Question = {
  title: "Go on?",
  choices: [
    { id: "go", text: "Go on" },
    { id: "stop", text: "Stop" },
  ],
  safeChoice: "stop",
};
const ask = (asked: unknown) => interactionFor("gate-x", noInteraction).ask(asked as Question);

it("a question is passed on", async () => {
  expect(await ask(question)).toBe("stop");
});

it("everything else is passed on as it is", async () => {
  const calls: unknown[] = [];
  const host: Interaction = {
    ...noInteraction,
    openUrl: (...given) => Promise.resolve(calls.push(given) > 0),
    enter: (...given) => Promise.resolve(calls.push(given) > 0 ? "typed" : undefined),
    showCode: (...given) => void calls.push(given),
    show: (...given) => void calls.push(given),
    progress: (...given) => void calls.push(given),
  };
  const interaction = interactionFor("gate-x", host);
  const { signal } = new AbortController();
  const code: UserCode = { code: "AB-12", url: "https://as.example/device", expiresAtMs: 1 };
  const prompt = { title: "Name" } as TextPrompt;
  expect(await interaction.openUrl("https://as.example/", "the page")).toBe(true);
  expect(await interaction.enter(prompt, signal)).toBe("typed");
  interaction.showCode(code, signal);
  interaction.show("text");
  interaction.progress("step", 0.5);
  expect(calls).toEqual([
    ...[["https://as.example/", "the page"], [prompt, signal], [code, signal], ["text"]],
    ["step", 0.5],
  ]);
});

it.each([
  [{ choices: [] }, "it has no choices"],
  [{ choices: undefined }, '"choices" is nothing; expected an array'],
  [{ choices: ["go"] }, '"choices[0]" is a string: "go"; expected an object'],
  [
    { choices: [{ id: "stop", txt: "Stop" }] },
    '"choices[0]" is an object with the unknown member "txt" (did you mean "text"?); expected no members but id, text',
  ],
  [{ choices: [...question.choices, { id: "go", text: "Too" }] }, 'two of its choices have the id "go"'],
  [
    { safeChoice: "Stop" },
    'its safeChoice is a string: "Stop" (did you mean "stop"?); expected one of "go", "stop"',
  ],
  [{ yesChoice: "yes" }, 'its yesChoice is a string: "yes"; expected one of "go", "stop"'],
  [{ detail: "a line" }, '"detail" is a string: "a line"; expected an array'],
  [{ title: 7 }, '"title" is a number: 7; expected a string'],
])("a question with %j is refused", async (change, problem) => {
  await expect(ask({ ...question, ...change })).rejects.toMatchObject({
    code: "PLUGIN_QUESTION_INVALID",
    details: { plugin: "gate-x", problem },
  });
});

it("a question that is none is refused", async () => {
  await expect(ask("Go on?")).rejects.toThrow(
    'The question "without a title" of the plugin gate-x cannot be asked: a string: "Go on?"; expected an object.',
  );
});

it("an answer is the id of a choice", async () => {
  const answering = (answer: string) =>
    interactionFor("gate-x", { ...noInteraction, ask: () => Promise.resolve(answer) });
  expect(await answering("go").ask(question)).toBe("go");
  await expect(answering("Go on").ask(question)).rejects.toThrow(
    'resolved to "Go on", which is not the id of a choice of "Go on?"',
  );
});

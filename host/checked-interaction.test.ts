// Answers that no question has.

import { expect, it } from "vitest";
import type { Interaction, Question } from "@pictor/kernel";
import { checkedInteraction } from "./checked-interaction.js";

const answering = (answer: string): Interaction => ({
  ask: () => Promise.resolve(answer),
  openUrl: () => Promise.resolve(false),
  enter: () => Promise.resolve(undefined),
  showCode() {},
  show() {},
  progress() {},
});
const question: Question = {
  title: "Go on?",
  choices: [
    { id: "go", text: "Go on" },
    { id: "stop", text: "Stop" },
  ],
  safeChoice: "stop",
};

it("an answer is the id of a choice", async () => {
  expect(await checkedInteraction(answering("go")).ask(question)).toBe("go");
  await expect(checkedInteraction(answering("Go on")).ask(question)).rejects.toThrow(
    'resolved to "Go on", which is not the id of a choice of "Go on?"',
  );
});

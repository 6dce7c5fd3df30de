// Questions of plugins to the person: asked on the terminal, or answered by `--yes`.

import { createInterface } from "node:readline/promises";
import type { Interaction, Question } from "@pictor/kernel";
import { oneLine, plainText } from "./output/plain-text.js";
import type { Terminal } from "./output/terminal.js";

/** `--yes` takes the first choice that goes on: the first one that is not the safe answer. */
export const consent = ({ choices, safeChoice }: Question): string =>
  choices.find((choice) => choice !== safeChoice) ?? safeChoice;

/** A number from 1, a whole choice, or its beginning where that is unambiguous; undefined otherwise. */
export function choiceOf({ choices, safeChoice }: Question, answer: string): string | undefined {
  const wanted = answer.trim().toLowerCase();
  if (wanted === "") return safeChoice;
  if (/^\d{1,3}$/.test(wanted)) return choices[Number(wanted) - 1];
  const exact = choices.find((choice) => choice.toLowerCase() === wanted);
  const beginning = choices.filter((choice) => choice.toLowerCase().startsWith(wanted));
  return exact ?? (beginning.length === 1 ? beginning[0] : undefined);
}

const shown = ({ title, detail = [], choices, safeChoice }: Question): string =>
  [
    oneLine(title),
    ...detail.map((line) => `  ${oneLine(line)}`),
    ...choices.map(
      (choice, index) => `  ${index + 1}) ${oneLine(choice)}${choice === safeChoice ? " (Enter)" : ""}`,
    ),
  ].join("\n");

async function askPerson(question: Question, terminal: Terminal, signal: AbortSignal): Promise<string> {
  const resume = terminal.status.pause();
  terminal.note(shown(question));
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  // readline takes Ctrl-C for itself while it asks.
  lines.on("SIGINT", () => process.emit("SIGINT"));
  try {
    for (;;) {
      const choice = choiceOf(question, await lines.question("> ", { signal }));
      if (choice !== undefined) return choice;
      terminal.note(`Answer with a number from 1 to ${question.choices.length}.`);
    }
  } finally {
    lines.close();
    resume();
  }
}

/** `ask` of a host: by `--yes`, by a person at a terminal, or with the safe answer. */
export function createInteraction(
  terminal: Terminal,
  options: { readonly yes: boolean; readonly canAsk: boolean; readonly signal: AbortSignal },
): Interaction {
  let lastStep = "";
  return {
    ask: async (question) => {
      if (options.yes) return consent(question);
      return options.canAsk ? askPerson(question, terminal, options.signal) : question.safeChoice;
    },
    openUrl: (url) => {
      terminal.note(`Open this address: ${plainText(url)}`);
      return Promise.resolve();
    },
    show: (text) => {
      terminal.note(plainText(text));
    },
    // Sparse: each step once, not each of its fractions.
    progress: (step) => {
      if (step !== lastStep) terminal.note(oneLine(step));
      lastStep = step;
    },
  };
}

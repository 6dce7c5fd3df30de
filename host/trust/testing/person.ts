// A person who is asked about the powers of a project.

import type { Interaction } from "@pictor/host";
import { expect } from "vitest";

/** Answers every question with the choice that begins like this, and remembers what was asked and shown. */
export function person(answer = "no") {
  const asked: string[] = [];
  const shown: string[] = [];
  const interaction: Pick<Interaction, "ask" | "show"> = {
    ask({ title, detail = [], choices, safeChoice, yesChoice }) {
      expect([safeChoice, yesChoice]).toEqual(["no", "no"]);
      asked.push([title, ...detail].join("\n"));
      return Promise.resolve(
        choices.find(({ text }) => text === answer || text === `yes, ${answer}`)?.id ?? safeChoice,
      );
    },
    show(text) {
      shown.push(text);
    },
  };
  return { asked, shown, interaction: interaction as Interaction };
}

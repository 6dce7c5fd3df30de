// What an installation would do, as text: what is done, what is still to do, and the command lines. Pure.

import type { InstallStep } from "@pictor/host";
import type { Paint } from "../../output/terminal.js";
import { homePath } from "../../text/home-path.js";
import { oneLine } from "../../text/plain-text.js";

export const pendingOf = (plan: readonly InstallStep[]): readonly InstallStep[] =>
  plan.filter(({ state }) => state === "pending");

function mark(state: InstallStep["state"], problem: InstallStep["problem"], paint: Paint): string {
  if (problem !== undefined) return paint.red("x   ");
  return state === "done" ? paint.green("done") : "    ";
}

/** A line for each step, with what it runs or writes below it. */
export const planText = (plan: readonly InstallStep[], paint: Paint): string =>
  plan
    .flatMap(({ title, detail, state, problem }, index) => [
      `${mark(state, problem, paint)}  ${index + 1}. ${oneLine(title)}`,
      ...(problem === undefined ? [] : [paint.red(`         ${homePath(oneLine(problem.what))}`)]),
      ...detail.map((line) => paint.dim(`         ${homePath(oneLine(line))}`)),
    ])
    .join("\n");

// The plan of an installation as text: finished and pending steps with their command lines. Pure.

import type { InstallStep } from "@pictor/kernel";
import type { Paint } from "../../output/terminal.js";
import { homePath } from "../../text/home-path.js";
import { oneLine } from "../../text/plain-text.js";

function mark(state: InstallStep["state"], problem: InstallStep["problem"], paint: Paint): string {
  if (problem !== undefined) return paint.red("x   ");
  return state === "done" ? paint.green("done") : "    ";
}

/** One line for each step, followed by lines with the commands that the step runs or the files that it writes. */
export const planText = (plan: readonly InstallStep[], paint: Paint): string =>
  plan
    .flatMap(({ title, detail, state, problem }, index) => [
      `${mark(state, problem, paint)}  ${index + 1}. ${oneLine(title)}`,
      ...(problem === undefined ? [] : [paint.red(`         ${homePath(oneLine(problem.what))}`)]),
      ...detail.map((line) => paint.dim(`         ${homePath(oneLine(line))}`)),
    ])
    .join("\n");

// Before something is lost or changed: the person is asked, or has said --yes; where nobody can be asked, nothing happens.

import type { Host } from "../host.js";
import { UsageError } from "../input/usage-error.js";

export interface Asked {
  /** A whole question, such as "Remove the profile work?". */
  readonly title: string;
  /** Lines below it. */
  readonly detail?: readonly string[];
  /** The word that does it. */
  readonly choice: string;
  /** The word that leaves everything as it is. Default: "leave it". */
  readonly safeChoice?: string;
  /** What helps where nobody can be asked. Default: "Give --yes." */
  readonly hint?: string;
}

/** True for --yes, and for a person who chose to go on. Throws a UsageError where nobody can be asked. */
export async function agreed(
  { terminal, interaction }: Pick<Host, "terminal" | "interaction">,
  { title, detail = [], choice, safeChoice = "leave it", hint = "Give --yes." }: Asked,
  yes: boolean | undefined,
): Promise<boolean> {
  if (yes) return true;
  if (terminal.json || !interaction.hasPerson)
    throw new UsageError("USAGE_OPTION", `Nobody can be asked: ${title}`, hint);
  const answer = await interaction.ask({
    title,
    detail: detail.map(terminal.redact),
    choices: [choice, safeChoice],
    safeChoice,
  });
  return answer === choice;
}

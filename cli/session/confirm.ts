// Asks for confirmation before something is changed or lost.

import type { Confirmation } from "@pictor/features/base";
import { UsageError } from "../base/usage-error.js";
import type { CommandHost } from "./command-host.js";

export interface ConfirmOptions {
  readonly yes?: true;
}

/** Resolves to true with `--yes`, or if the user confirms. Throws a UsageError if nobody can be asked. */
export async function confirmOrThrow(
  { terminal, interaction }: Pick<CommandHost, "terminal" | "interaction">,
  { title, detail = [], choice, safeChoice = "leave it", hint = "Give --yes." }: Confirmation,
  yes: ConfirmOptions["yes"],
): Promise<boolean> {
  if (yes) return true;
  if (terminal.json || !interaction.hasPerson)
    throw new UsageError("USAGE_OPTION", `Nobody can be asked: ${title}`, hint);
  const answer = await interaction.ask({
    title,
    detail: detail.map(terminal.redact),
    choices: [
      { id: "yes", text: choice },
      { id: "no", text: safeChoice },
    ],
    safeChoice: "no",
  });
  return answer === "yes";
}

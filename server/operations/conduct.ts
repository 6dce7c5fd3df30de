// How the work of an operation shows its steps, and asks the people behind the clients.

import type { Interaction, ProgressOptions } from "@pictor/host";
import type { Confirmation } from "@pictor/host/work";
import type { OperationContext } from "./operations.js";

export interface Conduct extends Pick<OperationContext, "signal" | "note"> {
  /** Runs a part of the work; its steps are the progress of the operation. */
  withSteps<Result>(run: (options: ProgressOptions) => Promise<Result>): Promise<Result>;
  /** Whether a person agrees; true without a question if the request says so. Rejects when the operation is cancelled. */
  confirm(question: Confirmation): Promise<boolean>;
  /** Whether a person agrees, for what no agreement beforehand covers. */
  ask(question: Confirmation): Promise<boolean>;
}

export const conductOf = (
  { signal, progress, note }: OperationContext,
  interaction: Pick<Interaction, "ask">,
  isConfirmed = false,
): Conduct => {
  const ask: Conduct["ask"] = async ({ title, detail = [], choice, safeChoice = "leave it" }) => {
    const choices = [
      { id: "yes", text: choice },
      { id: "no", text: safeChoice },
    ];
    const answer = await interaction.ask({ title, detail, choices, safeChoice: "no" });
    // A cancellation withdraws the question, which then takes its safe choice.
    signal.throwIfAborted();
    return answer === "yes";
  };
  return {
    signal,
    note,
    withSteps: (run) =>
      run({
        signal,
        progress({ title, index, count, fraction, line, warning }) {
          if (warning !== undefined) note(warning);
          progress(count > 1 ? `${index + 1} of ${count}: ${title}` : title, fraction, line);
        },
      }),
    ask,
    confirm: async (question) => isConfirmed || ask(question),
  };
};

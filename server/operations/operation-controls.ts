// Connects the work of an operation with its clients: reports steps as progress, and asks questions.

import type { ProgressOptions } from "@pictor/kernel";
import type { Confirmation } from "@pictor/features/base";
import type { OperationContext } from "./operations.js";

export interface OperationControls extends Pick<OperationContext, "signal" | "note" | "interaction"> {
  /** Runs `run`, and reports its steps as the progress of the operation. */
  withSteps<Result>(run: (options: ProgressOptions) => Promise<Result>): Promise<Result>;
  /**
   * Asks a person, and resolves to whether the person agrees. If the request already contains the confirmation,
   * resolves to true without asking. Rejects when the operation is cancelled.
   */
  confirm(question: Confirmation): Promise<boolean>;
  /** Asks a person, even if the request already contains a confirmation, and resolves to whether the person agrees. */
  ask(question: Confirmation): Promise<boolean>;
}

export const operationControls = (
  { signal, progress, note, interaction }: OperationContext,
  { isConfirmed }: { readonly isConfirmed: boolean },
): OperationControls => {
  const ask: OperationControls["ask"] = async ({ title, detail = [], choice, safeChoice = "leave it" }) => {
    const choices = [
      { id: "yes", text: choice },
      { id: "no", text: safeChoice },
    ];
    const answer = await interaction.ask({ title, detail, choices, safeChoice: "no" });
    // A cancellation withdraws the question, whose answer is then the safe choice.
    signal.throwIfAborted();
    return answer === "yes";
  };
  return {
    signal,
    note,
    interaction,
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

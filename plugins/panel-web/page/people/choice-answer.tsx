// The choices of a question. The safe choice gets the focus first.

import type { Question } from "@pictor/client";
import { Button } from "../parts/button.js";
import { sentenceCase } from "./sentence-case.js";

interface ChoiceAnswerProps {
  readonly question: Pick<Question, "choices" | "safeChoice">;
  readonly isSending: boolean;
  readonly onAnswer: (answer: { readonly choice: string }) => void;
}

/** The safe choice comes last, like the button that cancels in every dialog. */
export function ChoiceAnswer({ question, isSending, onAnswer }: ChoiceAnswerProps) {
  const { choices = [], safeChoice } = question;
  const isSafe = ({ id }: { readonly id: string }): boolean => id === safeChoice;
  const ordered = [...choices.filter((choice) => !isSafe(choice)), ...choices.filter(isSafe)];
  return (
    <div class="row wrap">
      {ordered.map((choice, index) => (
        <Button
          key={choice.id}
          disabled={isSending}
          {...(index === 0 && !isSafe(choice) && { look: "primary" as const })}
          {...(isSafe(choice) && { isFirst: true })}
          onClick={() => onAnswer({ choice: choice.id })}
        >
          {sentenceCase(choice.text)}
        </Button>
      ))}
    </div>
  );
}

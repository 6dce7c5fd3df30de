// The text field of a question. A secret text is not shown while it is typed, and the page does not keep it.

import type { Question } from "@pictor/client";
import { useState } from "preact/hooks";
import { Button } from "../parts/button.js";
import { TextInput } from "../parts/text-input.js";

interface TextAnswerProps {
  readonly question: Pick<Question, "isSecret">;
  /** Id of the element that contains the field's label. */
  readonly heading: string;
  readonly isSending: boolean;
  readonly onAnswer: (answer: { readonly text: string }) => void;
}

export function TextAnswer({ question, heading, isSending, onAnswer }: TextAnswerProps) {
  const [text, setText] = useState("");
  const send = (): void => {
    if (text !== "" && !isSending) onAnswer({ text });
  };
  return (
    <div class="row">
      <TextInput
        look="grow"
        {...(question.isSecret === true && { type: "password" as const })}
        autocomplete="off"
        spellcheck={false}
        data-first
        aria-labelledby={heading}
        value={text}
        onText={setText}
        onEnter={send}
      />
      <Button look="primary" disabled={text === "" || isSending} onClick={send}>
        Answer
      </Button>
    </div>
  );
}

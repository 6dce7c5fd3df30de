// A question to the user, from a job, an operation or a request. The card disappears when the question is answered,
// here or elsewhere, or withdrawn.

import type { Question } from "@pictor/client";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { calls } from "../api/session.js";
import { useAttempt } from "../parts/attempt.js";
import { AttemptNote } from "../parts/attempt-note.js";
import { Button } from "../parts/button.js";
import { Bullets } from "../parts/facts.js";
import { TextInput } from "../parts/text-input.js";
import { isField } from "../shell/keys.js";
import { sentenceCase } from "../parts/texts.js";
import { CodeNotice, LinkNotice } from "./sign-in-notices.js";

/**
 * Moves the focus to the element with `data-first` inside `card`, which is the safe choice. The focus stays where it is
 * if the user types or another card has it. When the card disappears, the view gets the focus.
 */
function useCardFocus(card: { readonly current: HTMLElement | null }): void {
  useLayoutEffect(() => {
    const element = card.current;
    const current = document.activeElement;
    if (!isField(current) && current?.closest(".question") == null)
      element?.querySelector<HTMLElement>("[data-first]")?.focus({ preventScroll: true });
    return () => {
      if (element?.contains(document.activeElement) === true)
        document.querySelector<HTMLElement>("main.view")?.focus({ preventScroll: true });
    };
  }, []);
}

interface AnswerProps {
  readonly question: Question;
  readonly isSending: boolean;
  readonly onAnswer: (answer: { readonly choice: string } | { readonly text: string }) => void;
}

/** The safe choice comes last, like the button that cancels in every dialog. It gets the focus first. */
function ChoiceAnswer({ question: { choices = [], safeChoice }, isSending, onAnswer }: AnswerProps) {
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

interface TextAnswerProps extends AnswerProps {
  /** Id of the element that contains the field's label. */
  readonly heading: string;
}

/** A secret text is not shown while it is typed, and the page does not keep it. */
function TextAnswer({ question, heading, isSending, onAnswer }: TextAnswerProps) {
  const [text, setText] = useState("");
  const send = (): void => {
    if (text !== "" && !isSending) onAnswer({ text });
  };
  return (
    <div class="row">
      <TextInput
        look="grow"
        type={question.isSecret === true ? "password" : "text"}
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

interface QuestionCardProps {
  readonly question: Question;
  /** For a sign-in code: the page that already contains the code. Default: the page on which the user enters the code. */
  readonly page?: string | undefined;
}

export function QuestionCard({ question, page }: QuestionCardProps) {
  const { id, kind, title, detail = [] } = question;
  const card = useRef<HTMLElement>(null);
  const heading = useId();
  const [isAnswered, setAnswered] = useState(false);
  const attempt = useAttempt();
  const isSending = attempt.isBusy || isAnswered;
  useCardFocus(card);
  const answer: AnswerProps["onAnswer"] = (body) => {
    // The browser takes the focus from a button that is disabled; it stays at the card until that goes away.
    if (card.current?.contains(document.activeElement) === true) card.current.focus({ preventScroll: true });
    void attempt.run(async (signal) => {
      await calls().answerQuestion({ params: { id }, body, signal });
      setAnswered(true);
    });
  };
  return (
    <section ref={card} class="card accent question stack" tabIndex={-1} aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      {detail.length > 0 && <Bullets texts={detail} />}
      {kind === "choice" && <ChoiceAnswer {...{ question, isSending }} onAnswer={answer} />}
      {kind === "text" && <TextAnswer {...{ question, isSending, heading }} onAnswer={answer} />}
      {kind === "code" && <CodeNotice question={question} page={page ?? question.url} />}
      {kind === "link" && <LinkNotice question={question} />}
      <AttemptNote of={attempt} />
    </section>
  );
}

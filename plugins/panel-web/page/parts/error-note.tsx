// Shows an error next to its cause: the sentence, the advice, and the details with a copy button.

import type { ComponentChildren } from "preact";
import type { ShownError } from "../api/errors.js";
import { Button } from "./button.js";
import { copyText } from "./clipboard.js";
import type { Way } from "../api/words.js";

/** The button for the advice of an error, which leads to a place of the page. */
export const WayLink = ({ way }: { readonly way: Way | undefined }) =>
  way === undefined ? null : (
    <a class="button" href={way.href}>
      {way.text}
    </a>
  );

interface ProblemTextProps {
  readonly problem: ShownError;
}

/** A problem that did not end the whole, in a line among others. */
export const ProblemText = ({ problem: { text, hint, code } }: ProblemTextProps) => (
  <p class="small break">
    <span class="warning">{text}</span> {hint} <code class="muted">{code}</code>
  </p>
);

interface ErrorNoteProps {
  /** Nothing is shown without one. */
  readonly error: ShownError | undefined;
  /** More lines of the copied details. */
  readonly facts?: readonly (string | undefined)[];
  readonly onRetry?: (() => void) | undefined;
  /** Content above the buttons. */
  readonly children?: ComponentChildren;
}

export function ErrorNote({ error, facts = [], onRetry, children }: ErrorNoteProps) {
  if (error === undefined) return null;
  const { text, hint, code, faults, way } = error;
  const places = faults.map(({ pointer, message }) => `${pointer}: ${message}`);
  const details = [text, hint, code, ...places, ...facts];
  return (
    <div class="card stack tight" role="alert">
      <p class="error">{text}</p>
      {hint !== undefined && <p>{hint}</p>}
      {children}
      <div class="row wrap">
        <WayLink way={way} />
        {onRetry !== undefined && <Button onClick={onRetry}>Try again</Button>}
        <Button
          look="plain"
          onClick={() => void copyText(details.filter((line) => line !== undefined).join("\n"), "Details")}
        >
          Copy details
        </Button>
        {code !== undefined && <code class="muted">{code}</code>}
      </div>
    </div>
  );
}

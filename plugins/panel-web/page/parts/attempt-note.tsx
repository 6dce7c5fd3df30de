// Beside the button of an attempt: for what it waits and how to stop it, once it takes long; why it failed.

import { useState } from "preact/hooks";
import type { Attempt } from "./attempt.js";
import { Button } from "./button.js";
import { ErrorNote } from "./error-note.js";
import { useDelay } from "./use-delay.js";

/** Milliseconds after which a wait is shown: most replies arrive sooner, and nothing moves for them. */
const longMs = 1000;

export function Waiting({ waitsFor, stop }: Pick<Attempt, "waitsFor" | "stop">) {
  const [isLong, setLong] = useState(false);
  useDelay(() => setLong(true), longMs);
  if (!isLong) return null;
  return (
    <div class="row wrap wait-note" role="status">
      <span class="muted">{`Waiting for ${waitsFor}…`}</span>
      <Button onClick={stop}>Stop</Button>
    </div>
  );
}

interface NoteProps {
  readonly of: Attempt;
}

export const WaitNote = ({ of: { isBusy, waitsFor, stop } }: NoteProps) =>
  isBusy ? <Waiting {...{ waitsFor, stop }} /> : null;

interface AttemptNoteProps extends NoteProps {
  readonly onRetry?: () => void;
}

export const AttemptNote = ({ of: attempt, ...retry }: AttemptNoteProps) => (
  <>
    <WaitNote of={attempt} />
    {attempt.error !== undefined && <ErrorNote error={attempt.error} {...retry} />}
  </>
);

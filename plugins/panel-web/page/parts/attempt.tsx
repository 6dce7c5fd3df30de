// What a button starts, and what stands beside the button: for what the attempt waits and how to stop it, once it takes
// long; why it failed.

import { signal } from "@preact/signals";
import { useMemo, useState } from "preact/hooks";
import { shownError, type ShownError } from "../api/errors.js";
import { Button } from "./button.js";
import { ErrorNote } from "./error-note.js";
import { useDelay } from "./use-delay.js";

const aborted = ({ signal }: AbortController): Promise<never> =>
  new Promise((_resolve, reject) =>
    signal.addEventListener("abort", () => reject(signal.reason as DOMException)),
  );

export class Attempt {
  readonly #error = signal<ShownError | undefined>(undefined);
  readonly #running = signal<readonly AbortController[]>([]);
  #wasStopped = false;

  /** What an attempt that takes long waits for, such as "the server to answer". */
  readonly waitsFor: string;

  constructor(waitsFor = "Pictor") {
    this.waitsFor = waitsFor;
  }

  /** Why the last attempt failed; undefined again as soon as the next one begins. */
  get error(): ShownError | undefined {
    return this.#error.value;
  }

  get isBusy(): boolean {
    return this.#running.value.length > 0;
  }

  /** Whether the last attempt was stopped. What it has asked for may be done nevertheless. */
  get wasStopped(): boolean {
    return this.#wasStopped;
  }

  /** Never rejects: resolves to what `work` does, or to undefined if it failed, and as soon as it is stopped. */
  readonly run = async <T,>(work: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> => {
    const own = new AbortController();
    this.#error.value = undefined;
    this.#wasStopped = false;
    this.#running.value = [...this.#running.peek(), own];
    try {
      return await Promise.race([work(own.signal), aborted(own)]);
    } catch (reason) {
      this.#wasStopped = own.signal.aborted;
      if (!own.signal.aborted) this.#error.value = shownError(reason);
      return undefined;
    } finally {
      this.#running.value = this.#running.peek().filter((each) => each !== own);
    }
  };

  /** Ends what runs, and aborts its signal. */
  readonly stop = (): void => {
    for (const running of this.#running.peek()) running.abort();
  };

  /** Takes the error away. */
  readonly forget = (): void => {
    this.#error.value = undefined;
  };
}

export const useAttempt = (waitsFor?: string): Attempt => useMemo(() => new Attempt(waitsFor), [waitsFor]);

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

// The progress and the log of one operation. Progress is published at most a few times a second; newer progress
// replaces older.

import type { OperationProgress } from "@pictor/client";
import type { Redact } from "@pictor/host";
import { cutText, type Clock } from "@pictor/kernel";

export interface ProgressOptions {
  readonly clock: Clock;
  readonly redact: Redact;
  readonly publish: (progress: OperationProgress) => void;
}

const intervalMs = 200;
const maxLines = 100;
/** The largest number of characters of a line, or of a step. */
const maxLength = 2_000;

export class Progress {
  readonly #options: ProgressOptions;
  readonly #lines: string[] = [];
  #lastStep: string | undefined;
  #next: OperationProgress | undefined;
  #stopTimer: (() => void) | undefined;
  #isEnded = false;

  constructor(options: ProgressOptions) {
    this.#options = options;
  }

  report(step: string, fraction?: number, line?: string): void {
    if (this.#isEnded) return;
    const text = this.#clean(step);
    if (text !== this.#lastStep) this.add(text);
    this.#lastStep = text;
    const isKnown = fraction !== undefined && fraction >= 0 && fraction <= 1;
    this.#next = {
      step: text,
      ...(isKnown && { fraction }),
      ...(line !== undefined && { line: this.#clean(line) }),
    };
    if (this.#stopTimer === undefined) this.#flush();
  }

  /** Adds a line to the log. */
  add(line: string): void {
    if (this.#isEnded) return;
    this.#lines.push(this.#clean(line));
    if (this.#lines.length > maxLines) this.#lines.shift();
  }

  /** The newest lines, oldest first. */
  get lines(): readonly string[] {
    return this.#lines;
  }

  /** Stops all reports. */
  end(): void {
    this.#isEnded = true;
    this.#stopTimer?.();
  }

  #clean(text: string): string {
    return cutText(this.#options.redact(text), maxLength);
  }

  /** Publishes the first report at once, and then the newest one after each interval. */
  readonly #flush = (): void => {
    this.#stopTimer = undefined;
    if (this.#next === undefined) return;
    const shown = this.#next;
    this.#next = undefined;
    this.#stopTimer = this.#options.clock.after(intervalMs, this.#flush);
    this.#options.publish(shown);
  };
}

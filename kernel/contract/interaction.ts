// How plugins talk to the person: what a host supplies, and what it is asked for.

/** How a plugin talks to the person; the host supplies it, and without one every question takes its safe answer. */
export interface Interaction {
  /** Settles with one of the question's `choices`. */
  ask(question: Question): Promise<string>;
  /**
   * Opens the system's browser (http and https only). False when there is none: then `instead`, by default the address
   * itself, was shown whole, for a browser elsewhere.
   */
  openUrl(url: string, instead?: string): Promise<boolean>;
  /** Asks for a text; undefined when nobody can be asked. Rejects with the signal's reason when it is aborted. */
  enter(prompt: TextPrompt, signal?: AbortSignal): Promise<string | undefined>;
  /** Shows a code that is to be typed elsewhere, with a way to copy it, until the signal is aborted. */
  showCode(code: UserCode, signal: AbortSignal): void;
  /** Shows a text; nothing is waited for. */
  show(text: string): void;
  /** Reports progress of long work, `fraction` from 0 to 1; also resets a gate's deadline of inactivity. */
  progress(step: string, fraction?: number): void;
}
/** A text that is asked for. */
export interface TextPrompt {
  readonly title: string;
  /** Lines below the title. */
  readonly detail?: readonly string[];
  /** Not shown while it is typed. */
  readonly secret?: boolean;
}
/** A code that a person types elsewhere (RFC 8628 section 3.3). */
export interface UserCode {
  readonly code: string;
  /** Where it is to be typed. */
  readonly url: string;
  /** Milliseconds since 1970. */
  readonly expiresAtMs: number;
}
/** A choice that is asked for. */
export interface Question {
  readonly title: string;
  /** Lines below the title. */
  readonly detail?: readonly string[];
  readonly choices: readonly string[];
  /** The answer when nobody can be asked; one of `choices`. */
  readonly safeChoice: string;
  /** What a general yes means, such as `--yes`; default the first choice that is not the safe one. */
  readonly yesChoice?: string;
}

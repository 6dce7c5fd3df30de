// How plugins interact with the user, through the host.

/**
 * Interaction with the user, supplied by the host. Without a host's implementation, every question takes its safe
 * choice.
 */
export interface Interaction {
  /** Resolves to the id of one of the `choices` of the question. */
  ask(question: Question): Promise<string>;
  /**
   * Opens an `http:` or `https:` address in the browser of the system. Resolves to false when there is no browser;
   * `instead` (default: the address) was then shown in full, for use in a browser elsewhere.
   */
  openUrl(url: string, instead?: string): Promise<boolean>;
  /** Asks the user to type text. Resolves to undefined when nobody can be asked; rejects with the reason of the signal. */
  enter(prompt: TextPrompt, signal?: AbortSignal): Promise<string | undefined>;
  /** Shows a code that the user enters elsewhere, with a way to copy it, until the signal is aborted. */
  showCode(code: UserCode, signal: AbortSignal): void;
  /** Shows text and returns at once. */
  show(text: string): void;
  /**
   * Reports the progress of a long operation; `fraction` is 0 to 1. Also restarts the inactivity deadline of a gate.
   */
  progress(step: string, fraction?: number): void;
}
/** A request to type text. */
export interface TextPrompt {
  readonly title: string;
  /** Lines below the title. */
  readonly detail?: readonly string[];
  /** Whether the input is hidden while the user types. */
  readonly secret?: boolean;
}
/** The user code of a device authorization (RFC 8628 section 3.3). */
export interface UserCode {
  readonly code: string;
  /** The verification address, where the user enters the code. */
  readonly url: string;
  /** Milliseconds since 1970. */
  readonly expiresAtMs: number;
}
/** A possible answer to a question. */
export interface Choice {
  /** The id of the choice, unique in its question. It is not shown: programs answer with it. */
  readonly id: string;
  readonly text: string;
}
/** A question with choices for the user. */
export interface Question {
  readonly title: string;
  /** Lines below the title. */
  readonly detail?: readonly string[];
  readonly choices: readonly Choice[];
  /** Id of the answer when nobody can be asked. */
  readonly safeChoice: string;
  /**
   * Id of the answer when the user has agreed to everything, such as by `--yes`. Default: the first choice that is not
   * `safeChoice`.
   */
  readonly yesChoice?: string;
  /** The job in which a gate asks. The kernel sets this member and `signal`. */
  readonly jobId?: string;
  /** Aborted when nobody needs the answer any longer; the host then withdraws the question. */
  readonly signal?: AbortSignal | undefined;
}

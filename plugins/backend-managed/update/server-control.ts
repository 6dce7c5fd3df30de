// What an update asks of the server of its instance.

export interface ServerControl {
  /** Whether one runs from this installation, whoever started it. */
  isRunning(): Promise<boolean>;
  /** Settles when nothing of it is left. */
  stop(): Promise<void>;
  /**
   * Starts it once, without another attempt; settles when it answers. Rejects with why it does not. `isNew`: a version
   * that is only tried; when it ends, its crash is not kept as that of the instance.
   */
  tryStart(options?: { readonly isNew?: boolean }): Promise<void>;
}

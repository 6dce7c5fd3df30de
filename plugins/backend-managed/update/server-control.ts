// The operations on the server that an installation or update needs.

export interface ServerControl {
  /** Whether a server runs from this installation, whichever host started it. */
  isRunning(): Promise<boolean>;
  /** Stops the server. Settles when the server and its descendants have ended. */
  stop(): Promise<void>;
  /**
   * Starts the server once; settles when it is ready. `isNew`: a new version is tried, so a crash is not recorded as a
   * crash of the instance.
   */
  tryStart(options?: { readonly isNew?: boolean }): Promise<void>;
}

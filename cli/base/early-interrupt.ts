// Handles Ctrl-C while the program still loads: the program ends with a sentence instead of silently.

import { exitCode } from "./exit-codes.js";

/** The members of `process` that `catchEarlyInterrupt` uses. */
export interface EarlySignalSource {
  on(event: "SIGINT", listener: () => void): unknown;
  off(event: "SIGINT", listener: () => void): unknown;
  listenerCount(event: "SIGINT"): number;
  exit(code: number): void;
}

/** Ends the process on Ctrl-C until the command has its own listener. The returned function removes the listener. */
export function catchEarlyInterrupt(source: EarlySignalSource, write: (text: string) => void): () => void {
  const onInterrupt = (): void => {
    if (source.listenerCount("SIGINT") > 1) return;
    write("Interrupted.\n");
    source.exit(exitCode("interrupted"));
  };
  source.on("SIGINT", onInterrupt);
  return () => {
    source.off("SIGINT", onInterrupt);
  };
}

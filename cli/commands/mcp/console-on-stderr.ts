// Sends what plugins print with the console to standard error, because standard output belongs to the protocol.

import { format } from "node:util";

const methods = ["log", "info", "debug"] as const;

/** Replaces the methods of the console that write to standard output. Returns the function that restores them. */
export function keepConsoleOffStdout(print: (text: string) => void): () => void {
  const before = methods.map((method) => [method, console[method]] as const);
  for (const method of methods)
    console[method] = (...values: readonly unknown[]): void => {
      print(format(...values));
    };
  return () => {
    for (const [method, original] of before) console[method] = original;
  };
}

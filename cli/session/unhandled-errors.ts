// Prints unhandled rejections and uncaught exceptions with the plugin that caused them. The command continues.

import { describeError, renderError, type ErrorReport } from "../output/error-report.js";
import type { Terminal } from "../output/terminal.js";

/** The tap in which an error was caused. */
export interface ErrorOwner {
  readonly plugin: string;
  readonly hook: string;
}

/** The events of `process` that report unhandled errors. */
export interface UnhandledErrorSource {
  on(event: "unhandledRejection" | "uncaughtException", listener: (thrown: unknown) => void): unknown;
  off(event: "unhandledRejection" | "uncaughtException", listener: (thrown: unknown) => void): unknown;
}

function describeUnhandledError(thrown: unknown, owner: ErrorOwner | undefined): ErrorReport {
  const report = describeError(thrown);
  if (owner === undefined) return report;
  const what = `The plugin ${owner.plugin} caused an unhandled error (${owner.hook}): ${report.what}`;
  return {
    ...report,
    what,
    hint: "This is a bug in the plugin: it does not await a promise that it created.",
  };
}

/**
 * Prints unhandled errors until the returned function is called, which returns whether there were any. An error that no
 * plugin has caused calls `abort`, because the state of the program is then unknown.
 */
export function watchUnhandledErrors(
  source: UnhandledErrorSource,
  terminal: Terminal,
  ownerOf: () => ErrorOwner | undefined,
  abort: () => void,
): () => boolean {
  let hadErrors = false;
  const onError = (thrown: unknown): void => {
    hadErrors = true;
    const owner = ownerOf();
    terminal.say(renderError(describeUnhandledError(thrown, owner), terminal));
    if (owner === undefined) abort();
  };
  source.on("unhandledRejection", onError);
  source.on("uncaughtException", onError);
  return () => {
    source.off("unhandledRejection", onError);
    source.off("uncaughtException", onError);
    return hadErrors;
  };
}

// Prints unhandled rejections and uncaught exceptions with the plugin that caused them. The command continues.

import { reasonOf } from "@pictor/kernel";
import { describeError, renderError, type ErrorReport } from "../output/error-report.js";
import type { Terminal } from "../output/terminal.js";

/** The plugin that has caused an error, and the hook and the place in its files if they are known. */
export interface ErrorOwner {
  readonly plugin: string;
  readonly hook?: string;
  readonly place?: string;
}

/** The events of `process` that report unhandled errors. */
export interface UnhandledErrorSource {
  on(event: "unhandledRejection" | "uncaughtException", listener: (thrown: unknown) => void): unknown;
  off(event: "unhandledRejection" | "uncaughtException", listener: (thrown: unknown) => void): unknown;
}

const searchHint = "If a plugin has caused the error, --verbose names the plugin.";

function describeUnhandledError(
  thrown: unknown,
  owner: ErrorOwner | undefined,
  { verbose }: Pick<Terminal, "verbose">,
): ErrorReport {
  const report = describeError(thrown);
  if (owner === undefined)
    return verbose ? report : { ...report, hint: `${report.hint} ${searchHint}`.trim() };
  const hook = owner.hook === undefined ? "" : ` (${owner.hook})`;
  const reason = reasonOf(thrown).replace(/\.$/, "") + (owner.place ?? "");
  const what = `The plugin ${owner.plugin} caused an unhandled error${hook}: ${reason}.`;
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
  ownerOf: (thrown: unknown) => ErrorOwner | undefined,
  abort: () => void,
): () => boolean {
  let hadErrors = false;
  const onError = (thrown: unknown): void => {
    hadErrors = true;
    const owner = ownerOf(thrown);
    terminal.say(renderError(describeUnhandledError(thrown, owner, terminal), terminal));
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

// The handler of afterOutput: a line for each saved output. What goes wrong is reported once, and the picture is saved anyway.

import { defineErrors, reasonOf } from "@pictor/kernel/plugin";
import type { AfterOutput } from "@pictor/kernel/plugin";
import { appendLine } from "./append.js";
import { entryOf, lineOf } from "./entry.js";
import { trim } from "./trim.js";

const fault = defineErrors({
  JOURNAL_NOT_WRITTEN: {
    message: "The journal {path} was not written: {reason}.",
    fix: "The picture is saved; correct `path` of the plugin output-journal, or switch the plugin off.",
  },
});

export interface JournalOptions {
  /** Absolute; undefined where the configured one is not. */
  readonly path: string | undefined;
  /** As configured, for messages. */
  readonly shown: string;
  readonly maxEntries: number;
  now(): Date;
}

/** How many lines are added between two looks at the length. */
const lookEvery = 100;

export function createJournal({ path, shown, maxEntries, now }: JournalOptions): AfterOutput {
  let added = 0;
  let isReported = false;
  return async (output, context) => {
    const { path: saved } = output;
    if (saved === undefined) return undefined;
    try {
      if (path === undefined) throw new TypeError("its path is not absolute");
      await appendLine(path, lineOf(entryOf({ ...output, path: saved }, context, now())));
      if (added++ % lookEvery === 0) await trim(path, maxEntries);
    } catch (error) {
      if (isReported) return undefined;
      isReported = true;
      const { code, what, hint } = fault("JOURNAL_NOT_WRITTEN", { path: shown, reason: reasonOf(error) });
      context.report({ code, message: what, hint });
    }
    return undefined;
  };
}

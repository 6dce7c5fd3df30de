// Rejections and exceptions that nobody awaited: reported with the plugin behind them; the command goes on to its end.

import { complaintOf, renderComplaint, type Complaint } from "./output/complaint.js";
import type { Terminal } from "./output/terminal.js";

export interface Owner {
  readonly plugin: string;
  readonly hook: string;
}

/** Where Node reports what nobody caught. */
export interface StraySource {
  on(event: "unhandledRejection" | "uncaughtException", listener: (thrown: unknown) => void): unknown;
  off(event: "unhandledRejection" | "uncaughtException", listener: (thrown: unknown) => void): unknown;
}

/** The complaint, with the plugin's name when it is known. */
export function strayComplaint(thrown: unknown, owner: Owner | undefined): Complaint {
  const complaint = complaintOf(thrown);
  if (owner === undefined) return complaint;
  const what = `The plugin ${owner.plugin} left an error behind (${owner.hook}): ${complaint.what}`;
  return { ...complaint, what, hint: "This is a fault of the plugin: it does not await what it started." };
}

/**
 * Watches until the returned function is called, which says whether anything was seen. An error without an owner
 * calls `giveUp`: the program's own state can no longer be trusted.
 */
export function watchStrays(
  source: StraySource,
  terminal: Terminal,
  ownerOf: () => Owner | undefined,
  giveUp: () => void,
): () => boolean {
  let seen = false;
  const onStray = (thrown: unknown): void => {
    seen = true;
    const owner = ownerOf();
    terminal.say(renderComplaint(strayComplaint(thrown, owner), terminal));
    if (owner === undefined) giveUp();
  };
  source.on("unhandledRejection", onStray);
  source.on("uncaughtException", onStray);
  return () => {
    source.off("unhandledRejection", onStray);
    source.off("uncaughtException", onStray);
    return seen;
  };
}

// Records in Redis that do not have the expected form, such as those of another version.

import { PictorError } from "@pictor/kernel/plugin";
import { queueFault } from "../faults.js";

/** Returns a handler that rejects with `QUEUE_RECORD_UNREADABLE`; with the error itself if that says what has happened. */
export const asUnreadable =
  (name: string) =>
  (error: unknown): never => {
    if (error instanceof PictorError) throw error;
    const reason = "it does not have the expected form";
    throw queueFault("QUEUE_RECORD_UNREADABLE", { name, reason }, { cause: error });
  };

export const isUnreadable = (error: unknown): boolean =>
  error instanceof PictorError && error.code === "QUEUE_RECORD_UNREADABLE";

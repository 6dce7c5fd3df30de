// The priorities of prompts in the queue of a backend.

/** The priorities, from the one that runs first to the one that runs last. */
export const priorities = ["high", "normal", "low"] as const;

/** One of `priorities`. */
export type Priority = (typeof priorities)[number];

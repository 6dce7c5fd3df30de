// The runs of a prompt: a prompt that is retried has several.

import { digestOf } from "@pictor/kernel/plugin";

/** One run of a prompt. */
export interface Attempt {
  readonly id: string;
  /** How many runs of the prompt have ended before. */
  readonly attempt: number;
}

/**
 * The id under which a run is submitted: that of the prompt for its first run. A later run has an id of its own, because a server
 * may still have the record of the run before: a UUID (RFC 9562, section 5.8) that each process derives alike.
 */
export function submittedAs({ id, attempt }: Attempt): string {
  if (attempt === 0) return id;
  const hex = digestOf(`${id}/${attempt}`);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join("-");
}

// What a page shows of an error: a sentence, the advice, and the faults of single values.

import { ApiError } from "@pictor/client";

export interface ShownError {
  readonly text: string;
  /** What to do. */
  readonly hint?: string;
  /** Stable; for search and for reports. */
  readonly code?: string;
  /** Faults of values by their JSON pointer, as the server names it. */
  readonly faults: readonly { readonly pointer: string; readonly message: string }[];
}

/** Whether an error is the cancellation of a request by the page itself. */
export const isAborted = (error: unknown): boolean =>
  error instanceof DOMException && error.name === "AbortError";

export function shownError(error: unknown): ShownError {
  if (error instanceof ApiError) {
    const { title, detail, hint, code, also = [] } = error.problem;
    const faults = also.flatMap(({ pointer, message }) =>
      pointer === undefined ? [] : [{ pointer, message }],
    );
    return { text: title === "" ? detail : title, ...(hint !== undefined && { hint }), code, faults };
  }
  // fetch rejects with a TypeError when no reply comes.
  if (error instanceof TypeError)
    return {
      text: "Pictor does not answer.",
      hint: "Check that `pictor panel` still runs, then try again.",
      faults: [],
    };
  return { text: error instanceof Error ? error.message : String(error), faults: [] };
}

// Sends a prompt for a caller that notes where a server may have it, so that another process can submit it again if it
// was never sent.

import type { Backend, Receipt, Submission, SubmitOptions } from "@pictor/kernel/plugin";

/** Notes whether a server may have the prompt, or may have run it. */
export type NoteSent = (isSent: boolean) => Promise<void>;

/**
 * As `Backend.submit`; without a note, it is the same. A backend whose prompts wait in this process notes itself when
 * it passes the prompt on. Any other may have the prompt as soon as the request begins. That a request was not carried
 * out is for the caller to note.
 */
export async function sendNoted(
  backend: Pick<Backend, "facets" | "submit">,
  submission: Submission,
  options: SubmitOptions,
  noteSent: NoteSent | undefined,
): Promise<Receipt> {
  if (noteSent === undefined) return backend.submit(submission, options);
  const { waiting } = backend.facets;
  if (waiting !== undefined) return waiting.submit(submission, { ...options, noteSent });
  await noteSent(true);
  if (options.signal?.aborted === true) await noteSent(false);
  return backend.submit(submission, options);
}

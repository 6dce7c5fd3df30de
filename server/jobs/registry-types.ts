// What the registry of the jobs receives and returns.

import type { Output } from "@pictor/kernel";

/** What happens to the jobs when the server stops. */
export type JobShutdown = "cancel" | "leave";

/** Where the bytes of an output can be read. */
export type OutputSource =
  | { readonly kind: "file"; readonly path: string; readonly mime: string; readonly filename: string }
  | { readonly kind: "stream"; readonly output: Output };

/** A submission with the header `Idempotency-Key`. */
export interface SubmissionKey {
  readonly text: string;
  /** SHA-256 of the submission's body. */
  readonly digest: string;
}

// How a job ends.

import type { PictorError, Veto } from "@pictor/kernel";

/** How a job ended. */
export type Ending =
  | { readonly status: "finished" }
  | { readonly status: "vetoed"; readonly veto: Veto }
  | { readonly status: "interrupted"; readonly by: "caller" | "server" }
  | { readonly status: "failed"; readonly error: PictorError }
  | { readonly status: "lost"; readonly error: PictorError };

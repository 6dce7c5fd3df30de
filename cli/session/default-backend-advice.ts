// Advice for the user of a server that was found without a configuration, and that fails.

import type { Pictor } from "@pictor/host";
import { changedError, PictorError } from "@pictor/kernel";
import { endingOfError } from "../base/exit-codes.js";

const advice = "No backend is configured; `--backend embedded` uses the embedded server.";

/** The error, with the advice if a server fails that Pictor has found itself. */
export function withBackendAdvice<Thrown>(
  error: Thrown,
  kernels: readonly Pick<Pictor, "openedBackends">[],
): Thrown | PictorError {
  if (!(error instanceof PictorError) || !["backend", "lost"].includes(endingOfError(error))) return error;
  const isFound = kernels.some((kernel) =>
    kernel
      .openedBackends()
      .some(({ instance: { origin, kind } }) => origin === "default" && kind === "remote"),
  );
  if (!isFound) return error;
  return changedError(error, { hint: `${error.hint} ${advice}`.trim(), cause: error });
}

// The result of a check as clients see it.

import type { CheckResult as ShownCheck } from "@pictor/client";
import { errorToJson, resultToJson, type Redact } from "@pictor/host";
import { plainRecord } from "@pictor/host/records";
import type { CheckResult, PictorError } from "@pictor/kernel";

export function shownCheck(result: CheckResult, redact: Redact): ShownCheck {
  if (result.status === "ready") {
    const { status, backend, problems } = result;
    return plainRecord({ status, backend, problems }, redact) as ShownCheck;
  }
  const json = resultToJson(result, redact);
  return {
    status: result.status,
    problems: json.problems,
    ...("error" in json && { error: json.error }),
    ...("veto" in json && { veto: { ...json.veto } }),
  };
}

/** The result of a check that ends at a mistake of the request. */
export const shownMistake = (error: PictorError, redact: Redact): ShownCheck => ({
  status: "failed",
  problems: [],
  error: errorToJson(error, redact),
});

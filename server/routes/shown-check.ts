// The result of a check as clients see it.

import type { CheckResult as ShownCheck } from "@pictor/client";
import { resultToJson, type Redact } from "@pictor/host";
import { plainRecord } from "@pictor/host/records";
import type { CheckResult } from "@pictor/kernel";

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

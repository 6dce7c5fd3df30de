// Finds problems in the log that an observer, such as a webhook, reports after the end of its job.

import type { LogLine } from "@pictor/kernel";

export interface LateProblem {
  readonly code: string;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly plugin?: string | undefined;
}

const asText = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

export function lateProblem({ level, plugin, message, details }: LogLine): LateProblem | undefined {
  const code = asText(details?.["code"]);
  if (level !== "warn" || details?.["hook"] !== "onEvent" || code === undefined) return undefined;
  return { code, message, hint: asText(details["hint"]), plugin };
}

// The option `--retry`: the failures after which a batch is tried again.

import type { RetryPolicy } from "@pictor/kernel";
import { UsageError } from "../base/usage-error.js";

const failures = { "out-of-memory": "outOfMemory", lost: "lost" } as const;
const isFailure = (text: string): text is keyof typeof failures => Object.hasOwn(failures, text);
const mostAttempts = 10;

/** Undefined without the option. Throws a UsageError for anything but `out-of-memory=2` and `lost=1`. */
export function parseRetry(rules: readonly string[] | undefined): RetryPolicy | undefined {
  if (rules === undefined) return undefined;
  return Object.fromEntries(
    rules.map((rule) => {
      const [, failure = "", digits = "0"] = /^([a-z-]+)=(\d{1,3})$/.exec(rule) ?? [];
      const attempts = Number(digits);
      if (isFailure(failure) && attempts >= 1 && attempts <= mostAttempts)
        return [failures[failure], { attempts }] as const;
      const what = `--retry: expected out-of-memory=<attempts> or lost=<attempts>, from 1 to ${mostAttempts}, found "${rule}".`;
      throw new UsageError("USAGE_VALUE", what, "A lost prompt may have run, so a batch may be run twice.");
    }),
  );
}

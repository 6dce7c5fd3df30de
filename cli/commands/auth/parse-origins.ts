// `--origin`: where the credentials of a profile may go.

import { UsageError } from "../../base/usage-error.js";

/** `https://api.example.org/v1` stands for its origin; `any` alone lifts the limit. */
export function parseOrigins(texts: readonly string[]): readonly string[] | undefined {
  if (texts.length === 1 && texts[0] === "any") return undefined;
  return texts.map((text) => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (url !== undefined && /^(https?|wss?):$/.test(url.protocol)) return url.origin.replace(/^ws/, "http");
    const hint = "Write it like https://api.example.org, or any alone for every one.";
    throw new UsageError("USAGE_VALUE", "--origin: expected a web address.", hint);
  });
}

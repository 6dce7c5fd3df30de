// Parses `--origin`, which limits where the credentials of a profile are sent.

import { UsageError } from "../../base/usage-error.js";

/** The origins of the addresses; undefined (no limit) for `any` alone. Throws a UsageError. */
export function parseOrigins(texts: readonly string[]): readonly string[] | undefined {
  if (texts.length === 1 && texts[0] === "any") return undefined;
  return texts.map((text) => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (url !== undefined && /^(https?|wss?):$/.test(url.protocol)) return url.origin.replace(/^ws/, "http");
    const hint = "Write it like https://api.example.org, or any alone for no limit.";
    throw new UsageError("USAGE_VALUE", "--origin: expected a web address.", hint);
  });
}

// Package indexes as arguments, or as environment variables if they contain credentials. Pure.

import type { CompleteSettings } from "../settings.js";
import { hasCredentials, redactCredentials } from "./redact-credentials.js";

export interface Indexes {
  /** Address of the package index. If it is empty, pip and uv use their own configuration. */
  readonly index: string;
  readonly extra: readonly string[];
}

export const configuredIndexes = ({ install }: CompleteSettings): Indexes => ({
  index: install.index,
  extra: install.extraIndexes,
});

export interface IndexOptions {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Every user of the machine can read arguments, but not environment variables. `before` is the current environment, whose
 * extra indexes are kept.
 */
export function indexOptions(
  { index, extra }: Indexes,
  tool: "pip" | "uv",
  before: Readonly<Record<string, string | undefined>>,
): IndexOptions {
  const prefix = tool === "pip" ? "PIP" : "UV";
  const extraName = `${prefix}_EXTRA_INDEX_URL`;
  const hidden = extra.filter(hasCredentials);
  return {
    args: [
      ...(index === "" || hasCredentials(index) ? [] : ["--index-url", index]),
      ...extra
        .filter((address) => !hasCredentials(address))
        .flatMap((address) => ["--extra-index-url", address]),
    ],
    env: {
      ...(index !== "" && hasCredentials(index) ? { [`${prefix}_INDEX_URL`]: index } : {}),
      ...(hidden.length > 0 ? { [extraName]: [before[extraName] ?? "", ...hidden].join(" ").trim() } : {}),
    },
  };
}

/** All indexes as arguments without credentials, for display. */
export const displayIndexes = ({ index, extra }: Indexes): readonly string[] => [
  ...(index === "" ? [] : ["--index-url", redactCredentials(index)]),
  ...extra.flatMap((address) => ["--extra-index-url", redactCredentials(address)]),
];

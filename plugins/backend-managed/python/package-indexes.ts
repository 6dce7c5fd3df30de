// Package indexes: as arguments that a person may see, or as environment variables where they hold credentials. Pure.

import type { CompleteSettings } from "../settings.js";
import { hasCredentials, withoutCredentials } from "./redact-credentials.js";

export interface Indexes {
  /** Empty: as pip and uv are configured. */
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

const isSecret = (address: string): boolean => hasCredentials(address);

/**
 * Arguments can be read by every user of the machine, an environment cannot. `before` is the environment that is there:
 * what it names of further indexes stays.
 */
export function indexOptions(
  { index, extra }: Indexes,
  tool: "pip" | "uv",
  before: Readonly<Record<string, string | undefined>>,
): IndexOptions {
  const prefix = tool === "pip" ? "PIP" : "UV";
  const extraName = `${prefix}_EXTRA_INDEX_URL`;
  const hidden = extra.filter(isSecret);
  return {
    args: [
      ...(index === "" || isSecret(index) ? [] : ["--index-url", index]),
      ...extra.filter((address) => !isSecret(address)).flatMap((address) => ["--extra-index-url", address]),
    ],
    env: {
      ...(index !== "" && isSecret(index) ? { [`${prefix}_INDEX_URL`]: index } : {}),
      ...(hidden.length > 0 ? { [extraName]: [before[extraName] ?? "", ...hidden].join(" ").trim() } : {}),
    },
  };
}

/** For a plan: all of them as arguments, without credentials. */
export const displayIndexes = ({ index, extra }: Indexes): readonly string[] => [
  ...(index === "" ? [] : ["--index-url", withoutCredentials(index)]),
  ...extra.flatMap((address) => ["--extra-index-url", withoutCredentials(address)]),
];

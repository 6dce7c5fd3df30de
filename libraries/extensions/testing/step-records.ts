// Short records of requirements and extensions, and steps as one line of text each, for tests.

import type { ExtensionRequirement, InstalledExtension } from "@pictor/kernel/plugin";
import type { Step } from "../steps/step.js";

export const commit = "9f1c2d3e4f5a6b7c8d9e0f1a2b3c4d5e6f7a8b9c";
export const otherCommit = "0123456789abcdef0123456789abcdef01234567";

/** A requirement from a string such as `acme/pack >=1.0.0`; without a range, any version. */
export function need(text: string, more: Partial<ExtensionRequirement> = {}): ExtensionRequirement {
  const [id = "", ...range] = text.split(" ");
  return { id, range: range.join(" ") || "*", nodeClasses: [], ...more };
}

/** The installed extension acme/pack: an enabled clone in the folder `pack`. */
export const have = (version?: string, more: Partial<InstalledExtension> = {}): InstalledExtension => ({
  id: "acme/pack",
  place: "pack",
  origin: "git",
  repositories: ["https://github.com/acme/pack"],
  enabled: true,
  ...(version !== undefined && { version }),
  ...more,
});

/** The name before a range; acme/pack needs none. */
const named = (id: string, range: string): string => (id === "acme/pack" ? range : `${id} ${range}`);

const wantedText = ({ wanted }: Extract<Step, { wanted: unknown }>): string =>
  [
    named(wanted.id, wanted.range),
    wanted.version && `v${wanted.version}`,
    wanted.commit && `#${wanted.commit.slice(0, 7)}`,
  ]
    .filter(Boolean)
    .join(" ");

export function lineOf(step: Step): string {
  switch (step.kind) {
    case "ok":
      return step.found === undefined ? "ok by class" : `ok ${step.found.place}`;
    case "install":
      return `install ${wantedText(step)}`;
    case "update":
      return `update ${step.found.place} ${step.because}: ${wantedText(step)}`;
    case "enable":
      return `enable ${step.found.place}${step.update ? ` ${step.update.because}` : ""}`;
    case "restart":
      return `restart ${step.found.place}`;
    case "broken":
      return `broken ${step.found.place}: ${step.failure}`;
    case "unverifiable":
      return `unverifiable ${step.found?.place ?? "-"} ${step.because}`;
    case "conflict":
      return `conflict ${step.between.map(({ id, range }) => named(id, range)).join(" | ")}`;
    case "invalid":
      return `invalid ${step.problem}`;
  }
}

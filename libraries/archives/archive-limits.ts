// How large an archive may become, and the refusal of an archive.

import type { InflateLimits } from "@pictor/inflate";

/** The limits of `InflateLimits` hold for all entries together. */
export interface ArchiveLimits extends InflateLimits {
  readonly maxEntries: number;
}

export const archiveLimits: ArchiveLimits = {
  maxEntries: 50_000,
  maxBytes: 2 * 1024 ** 3,
  maxRatio: 200,
  freeBytes: 64 * 1024 ** 2,
};

/** The refusal of an archive; its message is for the user. */
export class ArchiveProblem extends Error {}

export const tooLarge = (maxBytes: number): ArchiveProblem =>
  new ArchiveProblem(`it becomes larger than ${Math.round(maxBytes / 1024 ** 2)} MiB`);

/** The mode of a written file. Of the mode in the archive, only the executable bit counts. */
export const modeFor = (mode: number): number => ((mode & 0o111) === 0 ? 0o644 : 0o755);

export const tooMany = (found: number, { maxEntries }: ArchiveLimits): ArchiveProblem =>
  new ArchiveProblem(`it holds ${found} entries; ${maxEntries} are the limit`);

// How large an archive may become, and the refusal of an archive.

export interface ArchiveLimits {
  readonly maxEntries: number;
  /** Limit for the total unpacked size in bytes. */
  readonly maxBytes: number;
  /** Maximum ratio of unpacked to packed size. */
  readonly maxRatio: number;
  /** Unpacked size that is allowed at any ratio. */
  readonly freeBytes: number;
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

export const tooMany = (found: number, { maxEntries }: ArchiveLimits): ArchiveProblem =>
  new ArchiveProblem(`it holds ${found} entries; ${maxEntries} are the limit`);

/** The largest unpacked size of an archive with this packed size. */
export const sizeLimit = (packed: number, { maxBytes, freeBytes, maxRatio }: ArchiveLimits): number =>
  Math.min(maxBytes, Math.max(freeBytes, packed * maxRatio));

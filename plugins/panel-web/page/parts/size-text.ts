// Sizes of files in words. Pure.

const units = ["kB", "MB", "GB"];

/** A size such as `412 B`, `1.4 kB` or `5.2 MB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const power = Math.min(units.length, Math.floor(Math.log10(bytes) / 3));
  return `${(bytes / 1000 ** power).toFixed(1)} ${units[power - 1] ?? ""}`;
}

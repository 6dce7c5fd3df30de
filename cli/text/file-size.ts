// Formats file sizes for the user. Pure.

/** A file size such as `512 B`, `1.5 kB` or `12 MB`, in decimal units with at least two significant digits. */
export function fileSize(bytes: number): string {
  const units = ["B", "kB", "MB", "GB"] as const;
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1000 ** power;
  return `${power > 0 && value < 10 ? value.toFixed(1) : Math.floor(value)} ${units[power] ?? ""}`;
}

// Formats sizes for the user.

const gigabyte = 1024 ** 3;

/** Formats a number of bytes such as `7.9 GB`; from 100 GB without decimals. */
export function gigabytes(bytes: number): string {
  const value = bytes / gigabyte;
  return `${value >= 100 ? Math.round(value) : Number(value.toFixed(1))} GB`;
}

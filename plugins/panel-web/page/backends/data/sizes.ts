// Sizes for people.

const gigabyte = 1024 ** 3;

/** `7.9 GB`; whole numbers from 100. */
export function gigabytes(bytes: number): string {
  const value = bytes / gigabyte;
  return `${value >= 100 ? Math.round(value) : Number(value.toFixed(1))} GB`;
}

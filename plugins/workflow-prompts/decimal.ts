// Decimals with a dot, whatever the locale: nothing here asks for one.

const form = /^[+-]?(?:\d+\.?\d*|\.\d+)$/;

/** Whether it is a signed decimal that a number can hold. */
export const isDecimal = (text: string): boolean => form.test(text) && Number.isFinite(Number(text));

/** Its value; never -0, which some readers print differently. */
export const decimal = (text: string): number => Number(text) + 0;

/** Its digits with at least two behind the dot: `1.2` gives `1.20`. No digit is lost, and none comes from a conversion. */
export function twoPlaces(text: string): string {
  const sign = text.startsWith("-") ? "-" : "";
  const [whole = "", places = ""] = text.replace(/^[+-]/, "").split(".");
  return `${sign}${whole || "0"}.${places.padEnd(2, "0")}`;
}

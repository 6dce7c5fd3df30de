// Decimal numbers with a dot, independent of the locale.

const decimalPattern = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;

/** Whether the text is a decimal that a number can represent. */
export const isDecimal = (text: string): boolean =>
  decimalPattern.test(text) && Number.isFinite(Number(text));

/** The value of a decimal. Never -0, which JSON and text encoders print differently. */
export const parseDecimal = (text: string): number => Number(text) + 0;

/** A decimal with at least two digits after the dot: `1.2` becomes `1.20`. Works on the digits, so that none is rounded. */
export function formatWithTwoDecimals(text: string): string {
  const sign = text.startsWith("-") ? "-" : "";
  const [integer = "", decimals = ""] = text.replace(/^[+-]/, "").split(".");
  return `${sign}${integer || "0"}.${decimals.padEnd(2, "0")}`;
}

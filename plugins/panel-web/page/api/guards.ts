// Tells what a value of unknown type is. Pure.

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const recordOrEmpty = (value: unknown): Readonly<Record<string, unknown>> =>
  isRecord(value) ? value : {};

/** The value if it is a string with content. */
export const filledText = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

/** The address if a browser may open it: that of a web page. */
export function webAddress(text: string): URL | undefined {
  const address = URL.canParse(text) ? new URL(text) : undefined;
  return address?.protocol === "https:" || address?.protocol === "http:" ? address : undefined;
}

/** Of a record that the browser has kept: what `accept` returns for its entries, except undefined. */
export const acceptEntries = <T>(
  value: unknown,
  accept: (entry: unknown) => T | undefined,
): Readonly<Record<string, T>> | undefined =>
  isRecord(value)
    ? Object.fromEntries(
        Object.entries(value)
          .map(([name, entry]) => [name, accept(entry)] as const)
          .filter((entry): entry is readonly [string, T] => entry[1] !== undefined),
      )
    : undefined;

/** The entries of a record that are records themselves, for what the browser has kept. */
export const recordsIn = (values: object): Readonly<Record<string, Readonly<Record<string, unknown>>>> =>
  acceptEntries(values, (entry) => (isRecord(entry) ? entry : undefined)) ?? {};

/** The value if it is a list of texts, for what the browser has kept. */
export const acceptTexts = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value) && value.every((item) => typeof item === "string") ? value : undefined;

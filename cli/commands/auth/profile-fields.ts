// The fields of a profile as rows: references by name, and `***` for secret values.

import { formatReference } from "@pictor/features/profiles";

type Values = Readonly<Record<string, unknown>>;

/** One row for each field: `scheme.field` and its value on one line. References are not redacted. */
export const fieldRows = (
  schemes: Readonly<Record<string, Values>>,
  redact: (text: string) => string = (text) => text,
): readonly (readonly string[])[] =>
  Object.entries(schemes).flatMap(([id, values]) =>
    Object.entries(values).map(([name, value]) => [
      `${id}.${name}`,
      formatReference(value) ?? redact(typeof value === "string" ? value : JSON.stringify(value)),
    ]),
  );

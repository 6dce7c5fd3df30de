// Creates ajv for our schemas: strict, draft 2020-12, with our formats and annotations. The build and the run time
// share it.

import type { Ajv2020, Options } from "ajv/dist/2020.js";
import { formats } from "./formats.js";

const annotations = [
  ...["x-secret", "x-order", "x-visibleWhen", "x-unit", "x-optionsFrom", "x-bindings", "x-merge"],
  ...["x-group", "x-advanced", "x-enumTitles", "x-file"],
];

/** `options` are added to the common options. */
export async function createAjv(options: Options): Promise<Ajv2020> {
  // Imported lazily, because most runs compile no schema.
  const { Ajv2020: Ajv } = await import("ajv/dist/2020.js");
  const ajv = new Ajv({
    strict: true,
    strictRequired: false,
    discriminator: true,
    ownProperties: true,
    useDefaults: true,
    validateSchema: false,
    ...options,
  });
  for (const [name, validate] of Object.entries(formats)) ajv.addFormat(name, validate);
  ajv.addVocabulary(annotations);
  return ajv;
}

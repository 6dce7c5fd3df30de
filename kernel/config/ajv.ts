// ajv with our options: strict, draft 2020-12, our formats and annotations. Compiling at run time and beforehand uses the same.

import type { Ajv2020, Options } from "ajv/dist/2020.js";
import { formats } from "./formats.js";

const annotations = ["x-secret", "x-order", "x-visibleWhen", "x-unit", "x-optionsFrom", "x-bindings"];

/** `options` come on top of the common ones. */
export async function createAjv(options: Options): Promise<Ajv2020> {
  // Imported here, because most runs need no compiler.
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

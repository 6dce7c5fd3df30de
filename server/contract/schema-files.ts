// Reads the schemas of the API: beside the package when it is installed, and in the repository otherwise.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { hostValidators, parseJson, type Validate } from "@pictor/host";

/** The text of a file in the folder `schemas`. Rejects as `readFile`. */
export const readSchema = (name: string): Promise<string> =>
  readFile(join(import.meta.dirname, "schemas", name), "utf8").catch(() =>
    readFile(join(import.meta.dirname, "../../schemas", name), "utf8"),
  );

/** The validators of the bodies of schemas/api.schema.json, by their names. */
export async function createBodyValidators(): Promise<(name: string) => Validate> {
  const names = ["events.schema.json", "api.schema.json"];
  const schemas = await Promise.all(names.map(async (name) => parseJson(await readSchema(name)) as object));
  const validatorOf = hostValidators(schemas);
  return (name) => validatorOf(`pictor:api:1#/$defs/${name}`);
}

// Reads the schemas of the API: from the installed package, or from the repository.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { hostValidators, parseJson, type Validate } from "@pictor/kernel";

/** The text of a file in the folder `schemas`. Rejects as `readFile`. */
export const readSchema = (name: string): Promise<string> =>
  readFile(join(import.meta.dirname, "schemas", name), "utf8").catch(() =>
    readFile(join(import.meta.dirname, "../../schemas", name), "utf8"),
  );

async function readValidators(): Promise<(address: string) => Validate> {
  const names = ["events.schema.json", "api.schema.json"];
  return hostValidators(
    await Promise.all(names.map(async (name) => parseJson(await readSchema(name)) as object)),
  );
}

let validators: ReturnType<typeof readValidators> | undefined;

/** The validator of a body of schemas/api.schema.json. The file is read and compiled for the first body of the process. */
export const bodyValidator =
  (name: string): Validate =>
  async (value) => {
    const validatorOf = await (validators ??= readValidators());
    return validatorOf(`pictor:api:1#/$defs/${name}`)(value);
  };

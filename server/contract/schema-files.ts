// Reads the schemas of the API: beside the package when it is installed, and in the repository otherwise.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { hostValidators, parseJson, type Validate } from "@pictor/host";

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

/** The validators of the bodies of schemas/api.schema.json, by their names. The file is read for the first body. */
export function createBodyValidators(): (name: string) => Validate {
  let validators: ReturnType<typeof readValidators> | undefined;
  return (name) => async (value) => {
    const validatorOf = await (validators ??= readValidators());
    return validatorOf(`pictor:api:1#/$defs/${name}`)(value);
  };
}

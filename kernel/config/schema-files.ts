// Locates the JSON Schemas: in the package of the kernel, or one folder up in the repository.

import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const names = ["plugin-manifest", "dialect", "configuration"] as const;

/** The path of each schema file. */
export function findSchemas(): Readonly<Record<(typeof names)[number], string>> {
  const folder = ["./schemas/", "../schemas/", "../../schemas/"]
    .map((relative) => fileURLToPath(new URL(relative, import.meta.url)))
    .find((path) => existsSync(`${path}dialect.schema.json`));
  if (folder === undefined) throw new Error("the folder of schemas is missing beside @pictor/kernel");
  return Object.fromEntries(names.map((name) => [name, `${folder}${name}.schema.json`])) as ReturnType<
    typeof findSchemas
  >;
}

export const readSchema = (name: (typeof names)[number]): unknown =>
  JSON.parse(readFileSync(findSchemas()[name], "utf8")) as unknown;

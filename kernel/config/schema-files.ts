// Reads the JSON Schemas: from the package of the kernel, or from the repository.

import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const schemaNames = ["plugin-manifest", "dialect", "configuration"] as const;

function findFolder(): string {
  const folder = ["./schemas/", "../schemas/", "../../schemas/"]
    .map((relative) => fileURLToPath(new URL(relative, import.meta.url)))
    .find((path) => existsSync(`${path}dialect.schema.json`));
  if (folder === undefined) throw new Error("the folder of schemas is missing beside @pictor/kernel");
  return folder;
}

export const readSchema = (name: (typeof schemaNames)[number]): unknown =>
  JSON.parse(readFileSync(`${findFolder()}${name}.schema.json`, "utf8")) as unknown;

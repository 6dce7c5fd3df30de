// `npm run gen` writes every generated file; `npm run gen -- --check` fails when one of them is stale.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { format, resolveConfig } from "prettier";
import { generatedDocs } from "./gen-docs.js";
import { generatedTypes } from "./gen-types.js";

const check = process.argv.includes("--check");
const stale: string[] = [];

for (const [path, text] of [...generatedTypes(), ...generatedDocs()]) {
  const options = await resolveConfig(path);
  const wanted = await format(text, { ...options, filepath: path });
  const present = existsSync(path) ? readFileSync(path, "utf8") : undefined;
  if (present === wanted) continue;
  stale.push(path);
  if (check) continue;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, wanted);
}

if (check && stale.length > 0) {
  console.error(`Generated files are stale; run \`npm run gen\`:\n  ${stale.join("\n  ")}`);
  process.exit(1);
}
console.log(stale.length === 0 ? "Generated files are current." : `Written:\n  ${stale.join("\n  ")}`);

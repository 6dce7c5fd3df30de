// `npm run gen` writes every generated file; `npm run gen -- --check` fails when one of them is stale.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { format, resolveConfig } from "prettier";
import { apiReports } from "./gen-api.js";
import { templateModule } from "./gen-templates.js";
import { generatedTypes } from "./gen-types.js";
import { ownValidators } from "./gen-validators.js";

const check = process.argv.includes("--check");
const stale: string[] = [];
const problems: string[] = [];

/** Formats a generated file. An error names the file, not the line of the formatter that threw it. */
async function formatted(path: string, text: string): Promise<string> {
  const options = await resolveConfig(path);
  try {
    return await format(text, { ...options, filepath: path });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${path} would not be valid: ${reason}`, { cause: error });
  }
}

async function write(pages: readonly (readonly [path: string, text: string])[]): Promise<void> {
  for (const [path, text] of pages) {
    // Compiled validators stay as the bundler writes them, because nobody reads them.
    const wanted = path.endsWith(".js") ? text : await formatted(path, text);
    const present = existsSync(path) ? readFileSync(path, "utf8") : undefined;
    if (present === wanted) continue;
    stale.push(path);
    if (check) continue;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, wanted);
  }
}

await write(generatedTypes());
await write(await templateModule());
await write(await ownValidators());
await write(await apiReports());
const { openApiPages } = await import("./gen-openapi.js");
await write(openApiPages());
const { clientBundle, clientPages } = await import("./gen-client.js");
await write(clientPages());
const { toolPages } = await import("./gen-tools.js");
await write(toolPages());
const { nounPages } = await import("./command-rows.js");
await write(nounPages());
await write([["server/panels/pictor-client.gen.js", await clientBundle()]]);
// The diagrams are built by the kernel, which is imported with the files that were just written.
const { generatedDocs } = await import("./gen-docs.js");
await write(await generatedDocs((problem) => problems.push(problem)));

if (stale.length === 0) console.log("Generated files are current.");
else if (!check) console.log(`Written:\n  ${stale.join("\n  ")}`);
else console.error(`Generated files are stale; run \`npm run gen\`:\n  ${stale.join("\n  ")}`);
if (problems.length > 0) console.error(`Diagrams that could not be drawn:\n  ${problems.join("\n  ")}`);
if (problems.length > 0 || (check && stale.length > 0)) process.exitCode = 1;

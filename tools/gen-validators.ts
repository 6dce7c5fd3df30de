// Compiles the validators of the kernel's own schemas, so that a program neither imports ajv nor compiles a schema at start.

import { createRequire } from "node:module";
import { join } from "node:path";
import { _ } from "ajv";
import { build } from "esbuild";
import { createAjv } from "../kernel/config/create-ajv.js";
import { readSchema, schemaNames } from "../kernel/config/schema-files.js";

type StandaloneCode = (ajv: unknown, exports: Readonly<Record<string, string>>) => string;
const require = createRequire(import.meta.url);
const { default: standaloneCode } = require("ajv/dist/standalone/index.js") as { default: StandaloneCode };

/**
 * Compiles schemas to one ES module. `exports` maps the name of each exported function to the `$id` of its schema.
 * `formats` stays an import of `formatsFrom`; the helpers of ajv are bundled into the module.
 */
export async function compileValidators(
  schemas: readonly object[],
  exports: Readonly<Record<string, string>>,
  formatsFrom: string,
): Promise<string> {
  const ajv = await createAjv({
    messages: false,
    inlineRefs: false,
    code: { source: true, esm: true, formats: _`formats` },
  });
  for (const schema of schemas) ajv.addSchema(schema);
  const code = `import { formats } from ${JSON.stringify(formatsFrom)};\n${standaloneCode(ajv, exports)}`;
  const bundled = await build({
    stdin: { contents: code, resolveDir: join(import.meta.dirname, "../kernel/config"), loader: "js" },
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    target: "node20.19",
    minify: true,
    external: [formatsFrom],
    legalComments: "none",
  });
  return bundled.outputFiles[0]?.text ?? "";
}

/** The validators of the manifest and of the configuration, each with its file: built-in manifests need none at a start. */
export async function ownValidators(): Promise<readonly (readonly [path: string, text: string])[]> {
  const schemas = schemaNames.map((name) => readSchema(name) as object);
  const page = async (file: string, name: string, id: string) => {
    const code = await compileValidators(schemas, { [name]: id }, "./formats.js");
    const head = "// Generated from schemas/ by `npm run gen`: do not edit.";
    return [`kernel/config/${file}.gen.js`, `${head}\n\n${code}`] as const;
  };
  return [
    await page("validate-manifest", "validateManifest", "pictor:plugin-manifest:1"),
    await page("validate-configuration", "validateConfiguration", "pictor:configuration:1"),
  ];
}

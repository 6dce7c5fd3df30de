// TypeScript types of a backend's node classes, in the form that a plugin's `edit<Nodes>` wants. Pure.

import type { Catalog, InputSpec, NodeClass } from "@pictor/host";
import { plainJson } from "../../text/plain-text.js";

/** A longer list is one of names that servers and extensions add to, not one of modes. */
const mostLiterals = 16;
const isOpenName = /^(sampler_name|scheduler)$|(^|_)name\d*$/;
const isFile =
  /\.(safetensors|ckpt|pth?|bin|sft|gguf|onnx|ya?ml|png|jpe?g|webp|gif|mp4|webm|wav|mp3|flac|latent)$/i;

const key = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : plainJson(name));
const linkOf = (type: string): string => `LinkOf<${plainJson(type)}>`;
/** Names are a server's, and it may be a stranger's: none of them ends the text that it stands in. */
const inTemplate = (text: string): string => plainJson(text).slice(1, -1).replace(/[`$]/g, "\\$&");

/** Alias to meaning, for what can be written in place of a connection; those that are used stand before the types. */
const aliases = {
  Whole: 'number | bigint | LinkOf<"INT">',
  Decimal: 'number | LinkOf<"FLOAT">',
  Text: 'string | LinkOf<"STRING">',
  Flag: 'boolean | LinkOf<"BOOLEAN">',
  Choice: 'string | LinkOf<"COMBO">',
} as const;
const widgets: ReadonlyMap<string, keyof typeof aliases> = new Map([
  ["INT", "Whole"],
  ["FLOAT", "Decimal"],
  ["STRING", "Text"],
  ["BOOLEAN", "Flag"],
]);

/** A choice is one of its values where they are few and the same on every server; else any text. */
function choiceType({ name, options = [], lenient, listed }: InputSpec): string {
  // One value alone is what a server happens to have.
  const areFiles = options.length < 2 || options.some((option) => isFile.test(String(option)));
  const areTexts = options.every((option) => typeof option === "string");
  if (areTexts && (isOpenName.test(name) || areFiles)) return "Choice";
  // Several of the values at once are a record.
  if (lenient === true) return "InputValue";
  if (areTexts && options.length > mostLiterals) return "Choice";
  const values = options.map(plainJson);
  return [...values, ...(listed === true ? [] : [linkOf("COMBO")])].join(" | ");
}

/** `given` holds the types that some class gives: of a type that none gives, only a value can be written. */
function inputType(spec: InputSpec, given: ReadonlySet<string>): string {
  if (spec.type === "COMBO") return choiceType(spec);
  const types = spec.type.split(",");
  if (types.includes("*")) return "Link";
  const known = types.map((type) => widgets.get(type) ?? (given.has(type) ? linkOf(type) : "InputValue"));
  return known.includes("InputValue") ? "InputValue" : known.join(" | ");
}

/** The name in front of a flattened input's dot, `images` of `images.image0`. */
const dynamicName = ({ name }: InputSpec): string | undefined =>
  name.includes(".") ? name.slice(0, name.indexOf(".")) : undefined;

function inputLines(inputs: readonly InputSpec[], given: ReadonlySet<string>): readonly string[] {
  const fixed = inputs
    .filter((spec) => dynamicName(spec) === undefined)
    .map((spec) => {
      const type = inputType(spec, given);
      return spec.required ? `${key(spec.name)}: ${type};` : `${key(spec.name)}?: ${type} | undefined;`;
    });
  const grown = new Set(inputs.map(dynamicName).filter((name) => name !== undefined));
  return [
    ...fixed,
    ...[...grown].map((name) => `[part: \`${inTemplate(name)}.\${string}\`]: InputValue | undefined;`),
  ];
}

function classLines({ name, inputs, outputs }: NodeClass, given: ReadonlySet<string>): readonly string[] {
  const lines = inputLines(inputs, given);
  // What may be one of several types fits everywhere.
  const types = outputs.map((type) => (/[*,]/.test(type) ? "string" : plainJson(type)));
  return [
    `  ${key(name)}: {`,
    ...(lines.length === 0
      ? ["    inputs: Record<string, never>;"]
      : ["    inputs: {", ...lines.map((line) => `      ${line}`), "    };"]),
    `    outputs: [${types.join(", ")}];`,
    "  };",
  ];
}

/**
 * The text of a module that exports the type `name`: class to inputs and outputs, of all classes of the catalog or of
 * `classes` alone. A file choice is any text, because files differ from server to server.
 */
export function nodeTypes(catalog: Catalog, name: string, classes?: readonly string[]): string {
  const given = new Set(
    [...catalog.values()].flatMap(({ outputs }) => outputs.flatMap((type) => type.split(","))),
  );
  const wanted = [...catalog.values()].filter((one) => classes?.includes(one.name) !== false);
  const body = [`export type ${name} = {`, ...wanted.flatMap((one) => classLines(one, given)), "};"].join(
    "\n",
  );
  const uses = (word: string, text: string): boolean => new RegExp(`\\b${word}\\b`).test(text);
  const head = Object.entries(aliases)
    .filter(([alias]) => uses(alias, body))
    .map(([alias, meaning]) => `type ${alias} = ${meaning};`);
  const text = [...head, ...(head.length === 0 ? [] : [""]), body].join("\n");
  const imports = ["InputValue", "Link", "LinkOf"].filter((type) => uses(type, text));
  const importLine = `import type { ${imports.join(", ")} } from "@pictor/kernel/plugin";\n\n`;
  return `${imports.length === 0 ? "" : importLine}${text}\n`;
}

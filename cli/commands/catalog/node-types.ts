// Generates TypeScript types of a backend's node classes for `edit<Nodes>` in a plugin. Pure.

import { isModelFile, type Catalog, type InputSpec, type NodeClass } from "@pictor/kernel";
import { plainJson } from "../../text/plain-text.js";

/** The most options of a choice with fixed modes. Longer lists are names, to which servers and extensions add. */
const maxLiterals = 16;
const isOpenName = /^(sampler_name|scheduler)$|(^|_)name\d*$/;
const otherFile = /\.(png|jpe?g|webp|gif|mp4|webm|wav|mp3|flac|latent)$/i;
const isFile = (name: string): boolean => isModelFile(name) || otherFile.test(name);

const key = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : plainJson(name));
const linkType = (type: string): string => `TypedLink<${plainJson(type)}>`;
/** Escapes a name for a template literal type. Names come from a server and are not trusted. */
const inTemplate = (text: string): string => plainJson(text).slice(1, -1).replace(/[`$]/g, "\\$&");

/** Names of the types that accept a value or a link. The generated module declares those that it uses. */
const aliases = {
  Whole: 'number | bigint | TypedLink<"INT">',
  Decimal: 'number | TypedLink<"FLOAT">',
  Text: 'string | TypedLink<"STRING">',
  Flag: 'boolean | TypedLink<"BOOLEAN">',
  Choice: 'string | TypedLink<"COMBO">',
} as const;
const widgets: ReadonlyMap<string, keyof typeof aliases> = new Map([
  ["INT", "Whole"],
  ["FLOAT", "Decimal"],
  ["STRING", "Text"],
  ["BOOLEAN", "Flag"],
]);

/** The type of a choice: a union of its options if they are few and the same on every server, else any text. */
function choiceType({ name, options = [], lenient, legacyCombo }: InputSpec): string {
  // A single option is usually a file name, which differs between servers, so its type is any text.
  const areFiles = options.length < 2 || options.some((option) => isFile(String(option)));
  const areTexts = options.every((option) => typeof option === "string");
  if (areTexts && (isOpenName.test(name) || areFiles)) return "Choice";
  // A lenient input also accepts values outside its options, so any value is allowed.
  if (lenient === true) return "InputValue";
  if (areTexts && options.length > maxLiterals) return "Choice";
  const values = options.map(plainJson);
  return [...values, ...(legacyCombo === true ? [] : [linkType("COMBO")])].join(" | ");
}

/** `outputTypes` are the types of all outputs. An input of any other type cannot be linked, so it accepts only a value. */
function inputType(spec: InputSpec, outputTypes: ReadonlySet<string>): string {
  if (spec.type === "COMBO") return choiceType(spec);
  const types = spec.type.split(",");
  if (types.includes("*")) return "Link";
  const known = types.map(
    (type) => widgets.get(type) ?? (outputTypes.has(type) ? linkType(type) : "InputValue"),
  );
  return known.includes("InputValue") ? "InputValue" : known.join(" | ");
}

/** The part before the dot of a flattened dynamic input: `images` of `images.image0`. */
const dynamicName = ({ name }: InputSpec): string | undefined =>
  name.includes(".") ? name.slice(0, name.indexOf(".")) : undefined;

function inputLines(inputs: readonly InputSpec[], outputTypes: ReadonlySet<string>): readonly string[] {
  const fixed = inputs
    .filter((spec) => dynamicName(spec) === undefined)
    .map((spec) => {
      const type = inputType(spec, outputTypes);
      return spec.required ? `${key(spec.name)}: ${type};` : `${key(spec.name)}?: ${type} | undefined;`;
    });
  const dynamicNames = new Set(inputs.map(dynamicName).filter((name) => name !== undefined));
  return [
    ...fixed,
    ...[...dynamicNames].map((name) => `[part: \`${inTemplate(name)}.\${string}\`]: InputValue | undefined;`),
  ];
}

function classLines(
  { name, inputs, outputs }: NodeClass,
  outputTypes: ReadonlySet<string>,
): readonly string[] {
  const lines = inputLines(inputs, outputTypes);
  // An output with several possible types can be linked to any input.
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
 * The text of a module that exports the type `name`, which maps class names to inputs and outputs; `classes` limits it to some
 * classes. A choice of files is any text, because files differ between servers.
 */
export function nodeTypes(catalog: Catalog, name: string, classes?: readonly string[]): string {
  const outputTypes = new Set(
    [...catalog.values()].flatMap(({ outputs }) => outputs.flatMap((type) => type.split(","))),
  );
  const selected = [...catalog.values()].filter((one) => classes?.includes(one.name) !== false);
  const body = [
    `export type ${name} = {`,
    ...selected.flatMap((one) => classLines(one, outputTypes)),
    "};",
  ].join("\n");
  const uses = (word: string, text: string): boolean => new RegExp(`\\b${word}\\b`).test(text);
  const head = Object.entries(aliases)
    .filter(([alias]) => uses(alias, body))
    .map(([alias, meaning]) => `type ${alias} = ${meaning};`);
  const text = [...head, ...(head.length === 0 ? [] : [""]), body].join("\n");
  const imports = ["InputValue", "Link", "TypedLink"].filter((type) => uses(type, text));
  const importLine = `import type { ${imports.join(", ")} } from "@pictor/kernel/plugin";\n\n`;
  return `${imports.length === 0 ? "" : importLine}${text}\n`;
}

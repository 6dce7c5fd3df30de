// Capability sets: prompts share a queue if they need the same of what not every server has, and load the same models.
// Each worker compares the sets with its server. Pure.

import { lackingExtensions } from "@pictor/extensions";
import { describeLack, lacksOf, type Lack, type Needs } from "@pictor/farm";
import {
  digestOf,
  isRecord,
  isString,
  parseJsonOrUndefined,
  type Catalog,
  type ExtensionRequirement,
  type InstalledExtension,
} from "@pictor/kernel/plugin";
import type { SetId } from "../bull/jobs.js";

/** What the prompts of a queue need, as far as not every server has it. */
export interface Capability {
  readonly needs: Needs;
  /** The extensions that their nodes need. */
  readonly requires: readonly ExtensionRequirement[];
  /** The model files that they load, except those that only change another one, such as LoRAs. */
  readonly models: readonly string[];
}

/** The same for all hosts: the digest of the lists, which are sorted. */
export const setIdOf = ({ needs, requires, models }: Capability): SetId =>
  `q${digestOf(
    JSON.stringify([
      needs.classes,
      needs.choices.map((one) => [one.class, one.input, one.value]),
      requires,
      models,
    ]),
  ).slice(0, 20)}`;

/** The needs that lists of what servers lack have in them together. */
export function needsIn(lacks: readonly Lack[]): Needs {
  const classes = new Set(lacks.flatMap((lack) => (lack.type === "class" ? [lack.class] : [])));
  const choices = lacks.flatMap((lack) =>
    lack.type === "choice" ? [JSON.stringify([lack.class, lack.input, lack.value])] : [],
  );
  return {
    classes: [...classes].sort(),
    choices: [...new Set(choices)].sort().map((text) => {
      const [name = "", input = "", value = ""] = JSON.parse(text) as readonly string[];
      return { class: name, input, value };
    }),
  };
}

/** The set for prompts of another one that need something more, which a server has turned out to lack. */
export function narrowed({ needs, requires, models }: Capability, lacks: readonly Lack[]): Capability {
  const known: readonly Lack[] = [
    ...needs.classes.map((name) => ({ type: "class", class: name }) as const),
    ...needs.choices.map((choice) => Object.assign({ type: "choice" as const }, choice)),
  ];
  return { needs: needsIn([...known, ...lacks]), requires, models };
}

const isList = (value: unknown, fits: (entry: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(fits);
const hasTexts = (value: unknown, ...fields: readonly string[]): value is Readonly<Record<string, unknown>> =>
  isRecord(value) && fields.every((field) => isString(value[field]));

function isCapability(value: unknown): value is Capability {
  if (!isRecord(value) || !isRecord(value["needs"])) return false;
  const { needs, requires, models } = value;
  return (
    isList(needs["classes"], isString) &&
    isList(needs["choices"], (choice) => hasTexts(choice, "class", "input", "value")) &&
    isList(models, isString) &&
    isList(requires, (one) => hasTexts(one, "id", "range") && isList(one["nodeClasses"], isString))
  );
}

/** Reads the description of a set; undefined if it is none, such as one of another version. */
export function readCapability(text: string): Capability | undefined {
  const capability = parseJsonOrUndefined(text);
  return isCapability(capability) ? capability : undefined;
}

/** What a server has. */
export interface ServerAbilities {
  readonly catalog: Catalog;
  /** Absent if the server has no list. */
  readonly extensions?: readonly InstalledExtension[] | undefined;
}

/** What the server lacks for the prompts of a set, in words. Nothing: it can run them. */
export function missingOn(
  { needs, requires }: Capability,
  { catalog, extensions }: ServerAbilities,
): readonly string[] {
  const lacks = lacksOf(needs, catalog).map(describeLack);
  if (lacks.length > 0 || extensions === undefined || requires.length === 0) return lacks;
  return lackingExtensions(requires, extensions, catalog);
}

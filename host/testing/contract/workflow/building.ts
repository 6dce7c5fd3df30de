// The rules about one build: it is valid, also for each choice, and it is the same each time.

import { isDeepStrictEqual } from "node:util";
import { stringifyJson, type Field, type Json, type Params, type PictorError } from "@pictor/kernel";
import { optionSources } from "../option-sources.js";
import type { Base } from "./bases.js";
import { idleAlone, unsound } from "./bases.js";
import { literalDifferences } from "./graph-checks.js";
import { foreignText, ruleOfBoth, unlessMisspelt, type CheckBase } from "./rule-of-both.js";
import { faultsOf } from "./workshop.js";

const builds: CheckBase = async (workshop, base) => {
  const built = await workshop.build(base.wish(base.settings));
  if (built.state === "foreign") return unlessMisspelt(base, built.class, workshop);
  if (built.state === "refused")
    throw new Error(
      `${base.what} is refused (${built.reason}), and so it is in each workflow that offers what it needs`,
    );
  if (built.state === "failed") throw new Error(`${base.what} cannot be built: ${built.error.message}`);
  const idle = base.feature === undefined ? [] : await idleAlone(workshop, base);
  const [first] = faultsOf(
    built,
    workshop.catalog,
    base.feature === undefined ? Object.keys(built.draft.graph) : idle,
  );
  if (first !== undefined) throw new Error(`${base.what} builds a graph that a server refuses: ${first}`);
  return undefined;
};

/** Each boolean and each choice of the schema, apart from the value that the base has. */
const choicesOf = ({ schema, settings }: Base): readonly (readonly [name: string, value: Json])[] =>
  Object.entries(schema.properties).flatMap(([name, field]: readonly [string, Field]) => {
    const values = field.type === "boolean" ? [true, false] : "enum" in field ? (field.enum ?? []) : [];
    return values.filter((value) => value !== settings[name]).map((value) => [name, value] as const);
  });

/** Whether the error asks for another setting, which the choice needs. */
const asksForAnother = ({ code, details, message }: PictorError, name: string): boolean =>
  ["SETTINGS_INVALID", "PARAM_NO_OPTIONS"].includes(code) &&
  !stringifyJson([details["pointer"] ?? details["setting"] ?? message]).includes(name);

const buildsEachChoice: CheckBase = async (workshop, base) => {
  const start = await workshop.build(base.wish(base.settings));
  if (start.state === "foreign") return foreignText(base, start.class);
  const reason = await unsound(workshop, base);
  if (reason !== undefined) return reason;
  for (const [name, value] of choicesOf(base)) {
    const built = await workshop.build(base.wish({ ...base.settings, [name]: value }));
    const what = `${base.what} with ${name} = ${stringifyJson(value)}`;
    if (built.state === "failed" && !asksForAnother(built.error, name))
      throw new Error(`${what} cannot be built: ${built.error.message}`);
    const [first] = built.state === "built" ? built.problems : [];
    if (first !== undefined)
      throw new Error(`${what} builds a graph that a server refuses: ${first.message}`);
  }
  return undefined;
};

const buildsTheSame: CheckBase = async (workshop, base) => {
  const build = async (seed: string) => {
    const built = await workshop.build(base.wish(base.settings, seed));
    return built.state === "built" || built.state === "foreign" ? built.draft?.graph : undefined;
  };
  const [one, again, other] = [await build("20"), await build("20"), await build("31")];
  if (one === undefined || again === undefined || other === undefined) return `${base.what} cannot be built`;
  if (!isDeepStrictEqual(one, again))
    throw new Error(
      `${base.what} builds two graphs from the same settings and seed (${literalDifferences(one, again)?.at(0)?.[0] ?? "nodes or links"}); use the seed in place of the clock or of chance`,
    );
  const differences = literalDifferences(one, other);
  if (differences === undefined)
    throw new Error(`${base.what} builds other nodes or links for another seed; change seeds alone`);
  const strange = differences.find(([, before, after]) => Number(after) - Number(before) !== 11);
  if (strange !== undefined)
    throw new Error(
      `${base.what} has another value at ${strange[0]} for another seed: ${stringifyJson(strange[1])}, then ${stringifyJson(strange[2])}`,
    );
  return undefined;
};

const changesNoCatalog: CheckBase = async (workshop, base) => {
  workshop.wasTampered();
  await workshop.build(base.wish(base.settings));
  if (!workshop.wasTampered()) return undefined;
  throw new Error(
    `${base.what} changes the catalog that it is given, which other builds use; copy what you change`,
  );
};

const namesSettings: CheckBase = async (workshop, base) => {
  const reasons: string[] = [];
  for (const { setting: name } of optionSources(base.schema)) {
    const settings: Params = { ...base.settings, [name]: "no-such-choice.contract" };
    const built = await workshop.build(base.wish(settings));
    if (built.state === "foreign") reasons.push(foreignText(base, built.class));
    if (built.state !== "built") continue;
    const { draft, problems } = built;
    const place = Object.entries(draft.graph).find(([, node]) =>
      Object.values(node.inputs).includes("no-such-choice.contract"),
    )?.[0];
    const named = base.feature === undefined ? name : `${base.feature.id}.${name}`;
    const isNamed = problems.some(
      ({ details, message }) =>
        [name, named].includes(String(details["setting"])) || message.includes(`"${named}"`),
    );
    if (place !== undefined && !isNamed)
      throw new Error(
        `${base.what} puts the setting ${name} into the node ${place}, and the error about a wrong value does not name the setting (${problems[0]?.message ?? "there is no error"}); add it to the origins of the node`,
      );
  }
  return reasons[0];
};

const knowsItsChoices: CheckBase = (workshop, base) => {
  let reason: string | undefined;
  for (const { setting, from } of optionSources(base.schema)) {
    const found = workshop.catalog.get(from.class);
    if (found === undefined) reason = unlessMisspelt(base, from.class, workshop);
    else if (!found.inputs.some((input) => input.name === from.input))
      throw new Error(
        `the setting ${setting} of ${base.what} takes its choices from ${from.class}.${from.input}, an input that the class does not have`,
      );
  }
  return Promise.resolve(reason);
};

export const buildingRules = [
  ...ruleOfBoth("builds", "builds a graph that a server accepts", builds),
  ...ruleOfBoth("values", "builds with each choice of its settings", buildsEachChoice),
  ...ruleOfBoth("same", "builds the same graph from the same settings and seed", buildsTheSame),
  ...ruleOfBoth("catalog", "leaves the catalog as it is", changesNoCatalog),
  ...ruleOfBoth("origins", "lets errors name the setting that is wrong", namesSettings),
  ...ruleOfBoth("choices", "takes choices from inputs that exist", knowsItsChoices),
];

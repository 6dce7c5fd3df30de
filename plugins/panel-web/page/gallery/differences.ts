// The settings of an image as rows of a table, and the differences between two images.

import { isRecord } from "../api/guards.js";
import type { Picture } from "@pictor/client";

type MadeBy = Pick<Picture, "workflow" | "prompt" | "negative" | "seed" | "backend" | "params" | "features">;

export interface Difference {
  /** Name of the row such as `Prompt`, `steps` or `lora 2: strength`. */
  readonly name: string;
  /** The value; undefined if the image does not have the setting. */
  readonly one?: string;
  readonly other?: string;
}

function settingText(value: unknown): string {
  if (typeof value === "boolean") return value ? "on" : "off";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** The values of nested groups, each with its path. */
function flat(
  values: Readonly<Record<string, unknown>>,
  prefix = "",
): readonly (readonly [string, string])[] {
  return Object.entries(values).flatMap(([name, value]) =>
    isRecord(value)
      ? flat(value, `${prefix}${name}.`)
      : value === undefined
        ? []
        : [[`${prefix}${name}`, settingText(value)] as const],
  );
}

/** Settings that have rows of their own. */
const shownElsewhere = ["prompt", "negative", "seed"];

/** The settings of the workflow, except those that have rows of their own. */
export const settingsOf = ({ params = {} }: Pick<MadeBy, "params">): readonly (readonly [string, string])[] =>
  flat(Object.fromEntries(Object.entries(params).filter(([name]) => !shownElsewhere.includes(name))));

export interface ShownFeature {
  readonly id: string;
  readonly settings: readonly (readonly [string, string])[];
}

export const featuresOf = ({ features = [] }: Pick<MadeBy, "features">): readonly ShownFeature[] =>
  features.map(({ id, settings }) => ({
    id: settingText(id),
    settings: isRecord(settings) ? flat(settings) : [],
  }));

function rowsOf(picture: MadeBy): ReadonlyMap<string, string> {
  const { workflow, prompt, negative, seed, backend } = picture;
  const counts = new Map<string, number>();
  const features = featuresOf(picture).flatMap(({ id, settings }) => {
    const number = (counts.get(id) ?? 0) + 1;
    counts.set(id, number);
    const title = number === 1 ? id : `${id} ${number}`;
    return [
      [title, "on"] as const,
      ...settings.map(([name, value]) => [`${title}: ${name}`, value] as const),
    ];
  });
  return new Map([
    ["Workflow", workflow],
    ["Prompt", prompt],
    ["Negative prompt", negative],
    ...(seed === undefined ? [] : [["Seed", seed] as const]),
    ...(backend === undefined ? [] : [["Backend", backend] as const]),
    ...settingsOf(picture),
    ...features,
  ]);
}

/** The differing rows in the order of the first image. Rows that only the second image has come last. */
export function differencesOf(one: MadeBy, other: MadeBy): readonly Difference[] {
  const [left, right] = [rowsOf(one), rowsOf(other)];
  return [...new Set([...left.keys(), ...right.keys()])].flatMap((name) => {
    const [first, second] = [left.get(name), right.get(name)];
    return first === second
      ? []
      : [
          {
            name,
            ...(first !== undefined && { one: first }),
            ...(second !== undefined && { other: second }),
          },
        ];
  });
}

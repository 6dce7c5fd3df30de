// Assigns the faults of a submission to fields: a refused request names JSON pointers into the request, a failed job
// names settings.

import type { Job, JobRequest, SettingsSchema } from "@pictor/client";
import { filledText, isRecord } from "../../api/guards.js";
import { pointerTo } from "../../api/pointers.js";
import { worded } from "../../api/words.js";
import { mismatchText, type ShownError } from "../../api/errors.js";
import type { Draft, DraftFeature } from "../../draft/draft.js";
import type { Fault, Values } from "../../dialect/values.js";

type JobFault = NonNullable<Job["error"]>;
type Features = NonNullable<JobRequest["features"]>;

const memberText = (value: unknown, name: string): string | undefined =>
  isRecord(value) ? filledText(value[name]) : undefined;

/** The JSON pointer of a feature's settings in the form. It contains the key of the card, because cards can be moved. */
export const featurePointer = (key: string): string => `/features/${key}/settings`;

/** A fault in the form, with the settings around it: of the workflow, or of a feature that is switched on. */
export interface FormFault extends Fault {
  readonly settings: Values | undefined;
}

const unset: Values = {};

const settingsAround = (pointer: string, { workflow, params, features }: Draft): Values | undefined =>
  pointer.startsWith("/params")
    ? (params[workflow] ?? unset)
    : features.find(({ key, isOn }) => isOn && pointer.startsWith(featurePointer(key)))?.settings;

/** The faults with the settings that the form has now. */
export const faultsIn = (form: Draft, faults: readonly Fault[]): readonly FormFault[] =>
  faults.map((fault) => ({ ...fault, settings: settingsAround(fault.pointer, form) }));

/** The faults whose settings are unchanged: a field, a preset, an image or another program may have changed them. */
export const lastingFaults = (form: Draft, faults: readonly FormFault[]): readonly Fault[] =>
  faults.filter(
    ({ pointer, settings }) => settings !== undefined && settings === settingsAround(pointer, form),
  );

/** Faults of a refused request; `used` are the features that the request contained. */
export function faultsOfRefusal({ faults }: ShownError, used: readonly DraftFeature[]): readonly Fault[] {
  return faults.flatMap(({ pointer, message }) => {
    const [, head, index = "", rest = ""] =
      /^#?\/(params|features)(?:\/(\d+)\/settings)?(\/.*)?$/.exec(pointer) ?? [];
    if (head === "params")
      return [{ pointer: pointer.replace(/^#?\/params(?:\/bindings(?=\/))?/, "/params"), message }];
    const feature = used[Number(index)];
    return head === undefined || index === "" || feature === undefined
      ? []
      : [{ pointer: featurePointer(feature.key) + rest, message }];
  });
}

/** Chooses among several features with the same id the one with a setting whose value the message repeats. */
function featureOf(
  id: string,
  message: string,
  features: Features,
  used: readonly DraftFeature[],
): DraftFeature | undefined {
  const all = used.filter((feature, index) => feature.id === id && features[index]?.id === id);
  const isNamed = ({ settings }: DraftFeature): boolean =>
    Object.values(settings).some((value) => message.includes(JSON.stringify(value)));
  return all.find(isNamed) ?? all[0];
}

/**
 * The pointer for a problem of the settings (`details.problems` with pointers), or of the graph (with `setting`, such
 * as `lora.name`).
 */
function pointerOf(
  problem: unknown,
  place: string | undefined,
  features: Features,
  used: readonly DraftFeature[],
): string | undefined {
  const message = memberText(problem, "message") ?? memberText(problem, "found") ?? "";
  const setting = memberText(problem, "setting");
  if (setting !== undefined) {
    const [first = "", ...rest] = setting.split(".");
    if (rest.length === 0) return pointerTo("/params", first);
    const feature = featureOf(first, message, features, used);
    // Without such a feature, it is an input of the workflow's graph, such as `3.steps`.
    return feature === undefined
      ? pointerTo("/params", setting)
      : rest.reduce<string>(pointerTo, featurePointer(feature.key));
  }
  const below = memberText(problem, "pointer")?.replace(/^#/, "");
  if (below === undefined || below === "") return undefined;
  if (place?.startsWith("the workflow ") === true) return `/params${below}`;
  const [, id] = /^the feature (\S+)$/.exec(place ?? "") ?? [];
  const feature = id === undefined ? undefined : featureOf(id, message, features, used);
  return feature === undefined ? undefined : featurePointer(feature.key) + below;
}

function messageOf(problem: unknown, fault: JobFault): string {
  const expected = memberText(problem, "expected");
  if (expected !== undefined) return mismatchText(expected, memberText(problem, "found") ?? "another value");
  const message = memberText(problem, "message") ?? fault.what;
  // The problem of the whole error is that of its first value.
  const reason = memberText(problem, "problem");
  const { text, hint = "" } = worded({
    code: memberText(problem, "code") ?? fault.code,
    text: message,
    hint: memberText(problem, "hint") ?? fault.hint,
    details: fault.details ?? {},
  });
  return `${reason === undefined ? text : `${reason}.`} ${hint}`.trim();
}

/** The faults of fields in the error of a failed job, once for each field. */
export function faultsOfJob(
  { error, request }: Pick<Job, "error" | "request">,
  used: readonly DraftFeature[],
): readonly Fault[] {
  if (error === undefined) return [];
  const { details = {} } = error;
  const listed = details["problems"];
  const problems: readonly unknown[] = Array.isArray(listed) ? listed : [details];
  const found = problems.flatMap((problem) => {
    const pointer = pointerOf(problem, memberText(details, "where"), request?.features ?? [], used);
    return pointer === undefined ? [] : [{ pointer, message: messageOf(problem, error) }];
  });
  return [...new Map(found.map((fault) => [fault.pointer, fault])).values()];
}

/**
 * Required values that are not set and have no default. Where the backend has choices, it takes the first one, unless
 * the form asks which: a LoRA that nobody has chosen would change the image.
 */
export function missingFaults(
  schema: Pick<SettingsSchema, "properties" | "required">,
  values: Values,
  pointer: string,
  asks = false,
): readonly Fault[] {
  return (schema.required ?? []).flatMap((name) => {
    const field = schema.properties[name];
    const isFilled =
      values[name] !== undefined ||
      field === undefined ||
      "default" in field ||
      ("x-optionsFrom" in field && !asks);
    return isFilled
      ? []
      : [{ pointer: pointerTo(pointer, name), message: `${field.title ?? name} is required.` }];
  });
}

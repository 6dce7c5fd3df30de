// The fields of the form that the error of a job concerns: their titles, and the way to them.

import type { Field, Job, SettingsSchema } from "@pictor/client";
import { partsOf } from "../../api/pointers.js";
import { featureOf, workflowOf } from "../../api/catalog.js";
import { settingsSchema } from "../../dialect/schema.js";
import type { Fault } from "../../dialect/values.js";
import { draft } from "../../draft/current-draft.js";
import { faultsOfJob } from "./faults.js";
import { showFaults } from "./submission.js";

export interface FaultField extends Fault {
  /** The title of the field, after the title of its feature if it belongs to one. */
  readonly title: string;
}

/** The titles of the fields on the way to a value, such as `Bindings: Seed`. */
function titleIn(schema: SettingsSchema, path: readonly string[]): string {
  const titles: string[] = [];
  let field: Field | SettingsSchema | undefined = schema;
  for (const name of path) {
    field =
      field.type === "array" ? field.items : field.type === "object" ? field.properties[name] : undefined;
    if (field === undefined) break;
    if (field.title !== undefined) titles.push(field.title);
  }
  return titles.length === 0 ? (path.at(-1) ?? "") : titles.join(": ");
}

function titleAt(pointer: string, job: Job): string {
  const [section, key = "", ...rest] = partsOf(pointer);
  if (section === "params") {
    const workflow = workflowOf(job.workflow);
    return workflow === undefined ? key : titleIn(settingsSchema(workflow.params), [key, ...rest]);
  }
  const entry = draft.value.features.find((each) => each.key === key);
  const feature = entry && featureOf(entry.id);
  if (feature === undefined) return entry?.id ?? "Feature";
  // The path of a setting begins with `settings`.
  const setting = rest.length < 2 ? "" : `: ${titleIn(settingsSchema(feature.settings), rest.slice(1))}`;
  return feature.title + setting;
}

/** The fields of the form that the error of a job names; none if the form shows another workflow. */
export function faultFieldsOf(job: Job): readonly FaultField[] {
  if (draft.value.workflow !== job.workflow) return [];
  const used = draft.value.features.filter(({ isOn }) => isOn);
  return faultsOfJob(job, used).map((fault) => ({ ...fault, title: titleAt(fault.pointer, job) }));
}

export const goToField = (job: Job, pointer: string): void => showFaults(faultFieldsOf(job), { pointer });

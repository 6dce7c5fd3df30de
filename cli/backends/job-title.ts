// A short title for a job on a server, from the record in its prompt. Pure.

import type { Json } from "@pictor/kernel";
import { isRecord } from "@pictor/host/records";
import { oneLine } from "../text/plain-text.js";
import { shorten } from "../text/shorten.js";

type JobRecord = Readonly<Record<string, Json>>;

const maxPromptLength = 60;
const text = (value: unknown): string => (typeof value === "string" ? oneLine(value).trim() : "");

/** The id of the workflow, or an empty text for a job of another program. */
const workflowOf = (record: JobRecord | undefined): string => text(record?.["workflow"]);

/** The positive prompt, shortened; empty if the record has none. */
function promptTextOf(record: JobRecord | undefined): string {
  const prompts = record?.["prompts"];
  return shorten(isRecord(prompts) ? text(prompts["positive"]) : "", maxPromptLength);
}

/** A title such as `txt2img, "a red fox", batch 2/4`; undefined if the record has none of these parts. */
export function jobTitle(record: JobRecord | undefined): string | undefined {
  const prompt = promptTextOf(record);
  const { batch, batches } = record ?? {};
  const isOneOfMany = typeof batch === "number" && typeof batches === "number" && batches > 1;
  const parts = [
    workflowOf(record),
    prompt === "" ? "" : `"${prompt}"`,
    isOneOfMany ? `batch ${batch + 1}/${batches}` : "",
  ].filter((part) => part !== "");
  return parts.length === 0 ? undefined : parts.join(", ");
}

// A prompt on a server in a few words: what its record says of how it was made. Pure.

import type { Json } from "@pictor/host";
import { oneLine } from "../text/plain-text.js";

type JobRecord = Readonly<Record<string, Json>>;

const longestPrompt = 60;
const isRecord = (value: Json | undefined): value is JobRecord =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const text = (value: Json | undefined): string => (typeof value === "string" ? oneLine(value).trim() : "");

/** The beginning of a text that is too long, in whole characters as a person counts them. */
export function shorten(given: string, length: number): string {
  const characters = Array.from(new Intl.Segmenter().segment(given), ({ segment }) => segment);
  return characters.length > length ? `${characters.slice(0, length - 1).join("")}…` : given;
}

/** The workflow that made it, or "" for a prompt of another program. */
export const workflowOf = (record: JobRecord | undefined): string => text(record?.["workflow"]);

/** The positive prompt, or "". */
export function promptTextOf(record: JobRecord | undefined): string {
  const prompts = record?.["prompts"];
  return shorten(isRecord(prompts) ? text(prompts["positive"]) : "", longestPrompt);
}

/** `txt2img, "a red fox", batch 2/4`; undefined where the record tells nothing. */
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

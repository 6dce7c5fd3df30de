// Parses `--feature id` and `--feature id={"setting": value}`.

import type { GenerateRequest } from "@pictor/kernel";
import { isRecord } from "@pictor/host/records";
import { UsageError } from "../base/usage-error.js";
import { parsedParam } from "../input/field-value.js";

export type RequestedFeature = NonNullable<GenerateRequest["features"]>[number];

export function parseFeature(text: string): RequestedFeature {
  const equals = text.indexOf("=");
  if (equals < 0) return { id: text.trim() };
  const id = text.slice(0, equals).trim();
  const settings = parsedParam(text.slice(equals + 1));
  if (isRecord(settings)) return { id, settings };
  const hint = `Write it as JSON, quoted for the shell: --feature '${id}={"strength": 0.8}'.`;
  throw new UsageError("USAGE_VALUE", `--feature ${id}: its settings are not a JSON object.`, hint);
}

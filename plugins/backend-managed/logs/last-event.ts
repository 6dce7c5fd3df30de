// last-event.json: the last restart, update or crash, for `backend status` of any process.

import { rm } from "node:fs/promises";
import { join } from "node:path";
import { isRecord, isString } from "@pictor/kernel/plugin";
import type { Instance } from "../instance.js";
import { redactCredentials } from "../python/redact-credentials.js";
import { addressesOf } from "../python/run-tool.js";
import { readJson, writeJson } from "../stored-json.js";

export interface LastEvent {
  /** Time of the event in milliseconds since 1970. */
  readonly at: number;
  /** One line, such as `restarted: Requested on the command line.`. */
  readonly text: string;
}

const fileOf = ({ layout }: Pick<Instance, "layout">): string => join(layout.root, "last-event.json");

/** A failed write is ignored, because only the report of the event is lost. */
export async function recordEvent(instance: Instance, text: string): Promise<void> {
  const event: LastEvent = { at: instance.clock.now(), text: redactCredentials(text, addressesOf(instance)) };
  await writeJson(fileOf(instance), event, { isFlushed: false }).catch(() => undefined);
}

export async function readLastEvent(instance: Pick<Instance, "layout">): Promise<LastEvent | undefined> {
  const found = await readJson(fileOf(instance));
  if (!isRecord(found) || typeof found["at"] !== "number" || !isString(found["text"])) return undefined;
  return { at: found["at"], text: found["text"] };
}

/** After a stop on request, earlier events are no longer of interest. */
export const forgetEvent = (instance: Pick<Instance, "layout">): Promise<void> =>
  rm(fileOf(instance), { force: true }).catch(() => undefined);

// What the parts of the supervisor share.

import { join } from "node:path";
import { fault } from "@pictor/kernel/plugin";
import type { Installation } from "../../installation/installation.js";
import type { Means } from "../../instance.js";
import { markOf, type ProcessMark } from "../process/process-identity.js";
import type { Owner, RunRecord } from "./run-record.js";
import type { Watched } from "../process/watch-process.js";

export interface ServerContext {
  readonly means: Means;
  /** Name of the auth profile of the instance. */
  readonly auth: string | undefined;
  /** What there is to be started. */
  readonly installation: Pick<Installation, "installedState" | "ready">;
  /** This process. */
  self(): Promise<ProcessMark>;
}

/** A server that is watched. */
export interface Held {
  readonly record: RunRecord;
  readonly watched: Watched;
  readonly owner: Owner;
  /** Its start is over: others of this process may look at its port again. */
  settled?(): void;
}

export function createContext(
  means: Means,
  auth: string | undefined,
  installation: ServerContext["installation"],
): ServerContext {
  let self: Promise<ProcessMark> | undefined;
  const find = async (): Promise<ProcessMark> => {
    const mark = await markOf(process.pid, means);
    if (mark === undefined)
      throw fault("INTERNAL", { reason: "the system does not tell when this process began" });
    return mark;
  };
  return { means, auth, installation, self: () => (self ??= find()) };
}

/** ComfyUI's Manager makes `<session>.reboot` and ends with exit code 0 when it wants to be started again. */
export const sessionFile = ({ layout }: Pick<Means, "layout">): string => join(layout.root, "session");
export const rebootFile = (means: Pick<Means, "layout">): string => `${sessionFile(means)}.reboot`;

export const placeOf = ({ record, owner }: Pick<Held, "record" | "owner">) => ({
  url: record.url,
  pid: record.process.pid,
  // Whoever started one that is kept does not end it.
  owner: owner === "this" && record.keep ? "nobody" : owner,
  sinceMs: record.sinceMs,
});

// What the parts of the supervisor share.

import { join } from "node:path";
import { fault } from "@pictor/kernel/plugin";
import type { Installation } from "../../installation/installation.js";
import type { Instance } from "../../instance.js";
import { identifyProcess, type ProcessIdentity } from "../process/process-identity.js";
import type { Owner, RunRecord } from "./run-record.js";
import type { WatchedProcess } from "../process/watch-process.js";

export interface ServerContext {
  readonly instance: Instance;
  /** Name of the auth profile of the instance. */
  readonly auth: string | undefined;
  /** What there is to be started. */
  readonly installation: Pick<Installation, "installedState" | "ready">;
  /** This process. */
  ownIdentity(): Promise<ProcessIdentity>;
}

/** A server that is watched. */
export interface TrackedServer {
  readonly record: RunRecord;
  readonly watched: WatchedProcess;
  readonly owner: Owner;
  /** Its start is over: others of this process may look at its port again. */
  settled?(): void;
}

export function createServerContext(
  instance: Instance,
  auth: string | undefined,
  installation: ServerContext["installation"],
): ServerContext {
  let ownIdentity: Promise<ProcessIdentity> | undefined;
  const find = async (): Promise<ProcessIdentity> => {
    const identity = await identifyProcess(process.pid, instance);
    if (identity === undefined)
      throw fault("INTERNAL", { reason: "the system does not tell when this process began" });
    return identity;
  };
  return { instance, auth, installation, ownIdentity: () => (ownIdentity ??= find()) };
}

/** ComfyUI's Manager makes `<session>.reboot` and ends with exit code 0 when it wants to be started again. */
export const sessionFile = ({ layout }: Pick<Instance, "layout">): string => join(layout.root, "session");
export const rebootFile = (instance: Pick<Instance, "layout">): string => `${sessionFile(instance)}.reboot`;

export const endpointOf = ({ record, owner }: Pick<TrackedServer, "record" | "owner">) => ({
  url: record.url,
  pid: record.process.pid,
  // Whoever started one that is kept does not end it.
  owner: owner === "this" && record.keep ? "nobody" : owner,
  sinceMs: record.sinceMs,
});

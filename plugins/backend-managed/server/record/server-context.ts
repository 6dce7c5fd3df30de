// The state and the services that all files of server supervision share.

import { join } from "node:path";
import { managedFault } from "../../faults.js";
import type { Installation } from "../../installation/installation.js";
import type { Instance } from "../../instance.js";
import { identifyProcess, type ProcessIdentity } from "../process/process-identity.js";
import type { Owner, Ownership, RunRecord } from "./run-record.js";
import type { WatchedProcess } from "../process/watch-process.js";

export interface ServerContext {
  readonly instance: Instance;
  /** Name of the instance's auth profile. */
  readonly auth: string | undefined;
  /** The installation that the server runs from. */
  readonly installation: Pick<Installation, "installedState" | "ready">;
  /** Settles with the identity of this process. */
  ownIdentity(): Promise<ProcessIdentity>;
}

/** The server that this process watches. */
export interface TrackedServer {
  readonly record: RunRecord;
  readonly watched: WatchedProcess;
  readonly owner: Owner;
  /** Ends the reservation of the port, once the server listens or has failed to start. */
  releasePort?(): void;
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
      throw managedFault("MANAGED_PROCESS_TIMES", {
        name: instance.name,
        program: instance.platform === "win32" ? "PowerShell" : "ps",
      });
    return identity;
  };
  return { instance, auth, installation, ownIdentity: () => (ownIdentity ??= find()) };
}

/** ComfyUI-Manager requests a restart by creating `<session>.reboot` and ending the server with exit code 0. */
export const sessionFile = ({ layout }: Pick<Instance, "layout">): string => join(layout.root, "session");

/**
 * The session file that a server gets. A kept server gets none, because no process watches it to restart it for
 * ComfyUI-Manager: without a session, a server replaces its own process, which it cannot do on Windows.
 */
export const sessionFor = (
  instance: Pick<Instance, "layout" | "platform">,
  { keep }: Pick<Ownership, "keep">,
): string | undefined => (keep && instance.platform !== "win32" ? undefined : sessionFile(instance));

export const rebootFile = (instance: Pick<Instance, "layout">): string => `${sessionFile(instance)}.reboot`;

export const endpointOf = ({ record, owner }: Pick<TrackedServer, "record" | "owner">) => ({
  url: record.url,
  pid: record.process.pid,
  // A kept server outlives the host that started it.
  owner: owner === "this" && record.keep ? "nobody" : owner,
  sinceMs: record.sinceMs,
});

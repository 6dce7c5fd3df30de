// Opens the store that the settings describe.

import type { Clock, Network } from "@pictor/kernel/plugin";
import { queueFault } from "../faults.js";
import type { QueueSettings } from "../settings.gen.js";
import { openFolderStore } from "./folder-store.js";
import { openS3Store } from "./s3-store.js";
import type { ContentStore } from "./store.js";

export interface StoreDependencies {
  /** The instance's name, for errors. */
  readonly name: string;
  readonly clock: Clock;
  readonly network: Network;
}

/** Throws `QUEUE_SETTING_INVALID` unless the settings name one store. */
export function openStore(settings: QueueSettings, deps: StoreDependencies): ContentStore {
  const { folder, endpoint, bucket = "", prefix, auth } = settings.store;
  const { name } = deps;
  const refuse = (reason: string) => queueFault("QUEUE_SETTING_INVALID", { setting: "store", name, reason });
  if (folder === undefined && endpoint === undefined)
    throw refuse("it names neither a folder nor an endpoint");
  if (folder !== undefined && endpoint !== undefined) throw refuse("it names a folder and an endpoint");
  if (folder !== undefined)
    return openFolderStore({ name, folder, clock: deps.clock, keepMs: settings.storeHours * 3_600_000 });
  if (bucket === "") throw refuse("it names an endpoint and no bucket");
  // A request would be sent without these parts of the path, and could name another bucket.
  if (`${bucket}/${prefix}`.split("/").some((part) => part === "." || part === ".."))
    throw refuse('its bucket or its prefix has a part "." or ".." between slashes');
  return openS3Store({ name, endpoint: endpoint ?? "", bucket, prefix, auth, network: deps.network });
}

// Starts the ComfyUI-compatible server with the node classes of @pictor/comfyui-nodes.

import { nodes } from "@pictor/comfyui-nodes";
import {
  checkOptions,
  readClasses as readExtraClasses,
  readManager as readManagerOptions,
  startComfyuiServer,
  type ComfyuiServer,
  type ComfyuiServerOptions,
  type ExtraClasses,
  type ManagerOptions,
} from "@pictor/comfyui-server";

export type EmbeddedServerOptions = Omit<ComfyuiServerOptions, "nodes">;

/** Starts the server. Rejects as `startComfyuiServer` does. */
export async function startEmbeddedServer(options: EmbeddedServerOptions = {}): Promise<ComfyuiServer> {
  checkOptions(options);
  return startComfyuiServer({ ...options, nodes });
}

/**
 * Validates extra classes and returns them. Throws an `InvalidClassesError`, also for a class that the server already has.
 */
export const readClasses = (value: unknown): ExtraClasses => readExtraClasses(value, nodes.classes);

/** Validates the options of the server's Manager and returns them. Throws an `InvalidManagerError`. */
export const readManager = (value: unknown): ManagerOptions => readManagerOptions(value, nodes.classes);

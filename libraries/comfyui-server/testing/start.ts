// Starts a server for a test, with the node classes of @pictor/comfyui-nodes.
import { nodes } from "@pictor/comfyui-nodes";
import type { ComfyuiServerOptions } from "../options.js";
import { startComfyuiServer, type ComfyuiServer } from "../start.js";

/** The class names of its node library. */
export const ownClasses = nodes.classes;

export const startServer = (options: ComfyuiServerOptions = {}): Promise<ComfyuiServer> =>
  startComfyuiServer({ nodes, ...options });

// `/system_stats` and `/features`: facts about the server.
import os from "node:os";
import { featureFlags } from "./feature-flags.js";
import { json } from "@pictor/comfyui-protocol";
import type { Route } from "./route.js";

/** The version of ComfyUI whose protocol is implemented, with a suffix that identifies this server. */
const SERVER_VERSION = "0.8.0+pictor.embedded";

/** The reply to `/system_stats`; ComfyUI names the systems as Node does. */
export function systemStats(
  argv: readonly string[],
  platform: NodeJS.Platform = process.platform,
): Record<string, unknown> {
  const memory = { vram_total: os.totalmem(), vram_free: os.freemem() };
  const device = {
    name: "cpu (simulated sampler)",
    type: "cpu",
    index: null,
    ...memory,
    torch_vram_total: memory.vram_total,
    torch_vram_free: memory.vram_free,
  };
  return {
    system: {
      os: platform,
      ram_total: os.totalmem(),
      ram_free: os.freemem(),
      comfyui_version: SERVER_VERSION,
      // The packages that ComfyUI 0.8.0 requires. There is no Python here, so its versions are empty.
      required_frontend_version: "1.35.9",
      installed_templates_version: null,
      required_templates_version: "0.7.67",
      python_version: "",
      pytorch_version: "",
      embedded_python: false,
      argv,
    },
    devices: [device],
  };
}

export const systemRoutes: readonly Route[] = [
  { method: "GET", path: /^\/system_stats$/, answer: ({ context }) => json(systemStats(context.argv)) },
  {
    method: "GET",
    path: /^\/features$/,
    answer: ({ context }) => json(featureFlags(context.maxUploadBytes)),
  },
];

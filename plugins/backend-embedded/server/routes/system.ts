// What the server says about itself: `/system_stats`, `/features`.
import os from "node:os";
import { features } from "../features.js";
import { json } from "../reply.js";
import type { Route, RouteRequest } from "./route.js";

/** The protocol version that is spoken, and a marker that tells this server from a real one. */
export const SERVER_VERSION = "0.8.0+pictor.embedded";

function systemStats({ parts }: RouteRequest): Record<string, unknown> {
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
      os: process.platform,
      ram_total: os.totalmem(),
      ram_free: os.freemem(),
      comfyui_version: SERVER_VERSION,
      // The versions that belong to this protocol version; there is no Python behind it.
      required_frontend_version: "1.35.9",
      installed_templates_version: null,
      required_templates_version: "0.7.67",
      python_version: "",
      pytorch_version: "",
      embedded_python: false,
      argv: parts.argv,
    },
    devices: [device],
  };
}

export const systemRoutes: readonly Route[] = [
  { method: "GET", path: /^\/system_stats$/, answer: (request) => json(systemStats(request)) },
  { method: "GET", path: /^\/features$/, answer: ({ parts }) => json(features(parts.maxUploadBytes)) },
];

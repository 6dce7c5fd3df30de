// What the server says about its system at `/system_stats`.
import os from "node:os";
import { systemStats } from "@pictor/comfyui-protocol";

/** The version of ComfyUI whose protocol is implemented, with a suffix that identifies this server. */
const version = "0.8.0+pictor.embedded";

/** The packages that ComfyUI 0.8.0 requires. */
const packages = {
  required_frontend_version: "1.35.9",
  installed_templates_version: null,
  required_templates_version: "0.7.67",
};

export function ownSystemStats(
  argv: readonly string[],
  platform: NodeJS.Platform = process.platform,
): object {
  const memory = { totalBytes: os.totalmem(), freeBytes: os.freemem() };
  const device = { name: "cpu (simulated sampler)", type: "cpu", index: null, ...memory };
  return systemStats({ os: platform, ...memory, version, packages, argv, devices: [device] });
}

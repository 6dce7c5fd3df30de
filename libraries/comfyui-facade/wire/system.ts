// What the facade says about the backend at `/system_stats`.

import { systemStats, type Device } from "@pictor/comfyui-protocol";
import type { BackendDevice, BackendInfo } from "@pictor/kernel/plugin";

/** The type of a device is the beginning of its name: `cuda:0 NVIDIA ...`. */
const deviceOf = ({ name, totalBytes = 0, freeBytes = 0 }: BackendDevice, index: number): Device => ({
  name,
  type: /^[a-z]+/.exec(name)?.[0] ?? "cpu",
  index,
  totalBytes,
  freeBytes,
});

export const systemStatsOf = ({ version, devices = [] }: BackendInfo): object =>
  systemStats({
    os: "posix",
    totalBytes: 0,
    freeBytes: 0,
    version,
    argv: [],
    devices: devices.map(deviceOf),
  });

// What the facade says about the server: `/system_stats` and `/features`.

import type { BackendDevice, BackendInfo } from "@pictor/kernel/plugin";

/** The type of a device is the beginning of its name: `cuda:0 NVIDIA ...`. */
const deviceOf = ({ name, totalBytes = 0, freeBytes = 0 }: BackendDevice, at: number): object => ({
  name,
  type: /^[a-z]+/.exec(name)?.[0] ?? "cpu",
  index: at,
  vram_total: totalBytes,
  vram_free: freeBytes,
  torch_vram_total: totalBytes,
  torch_vram_free: freeBytes,
});

export const systemStatsOf = ({ version, devices = [] }: BackendInfo): object => ({
  system: {
    os: "posix",
    ram_total: 0,
    ram_free: 0,
    comfyui_version: version,
    required_frontend_version: "",
    python_version: "",
    pytorch_version: "",
    embedded_python: false,
    argv: [],
  },
  devices: devices.map(deviceOf),
});

export const featuresOf = (maxUploadBytes: number): object => ({
  supports_preview_metadata: true,
  max_upload_size: maxUploadBytes,
});

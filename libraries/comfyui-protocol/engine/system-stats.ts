// The reply to `/system_stats`.

export interface Device {
  readonly name: string;
  readonly type: string;
  readonly index: number | null;
  readonly totalBytes: number;
  readonly freeBytes: number;
}

export interface System {
  /** As Node names it, which is how ComfyUI names it, too. */
  readonly os: string;
  readonly totalBytes: number;
  readonly freeBytes: number;
  readonly version: string;
  /** Launch arguments. */
  readonly argv: readonly string[];
  /** Versions of the packages that the server requires or has. */
  readonly packages?: Readonly<Record<string, string | null>>;
  readonly devices: readonly Device[];
}

const deviceStats = ({ name, type, index, totalBytes, freeBytes }: Device): object => ({
  name,
  type,
  index,
  vram_total: totalBytes,
  vram_free: freeBytes,
  torch_vram_total: totalBytes,
  torch_vram_free: freeBytes,
});

/** There is no Python, so its versions are empty. */
export const systemStats = (system: System): object => ({
  system: {
    os: system.os,
    ram_total: system.totalBytes,
    ram_free: system.freeBytes,
    comfyui_version: system.version,
    required_frontend_version: "",
    ...system.packages,
    python_version: "",
    pytorch_version: "",
    embedded_python: false,
    argv: system.argv,
  },
  devices: system.devices.map(deviceStats),
});

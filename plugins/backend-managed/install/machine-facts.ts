// Gathers facts about this machine: programs, graphics cards, free space.

import { existsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { arch, cpus } from "node:os";
import { dirname, isAbsolute } from "node:path";
import { fileURLToPath } from "node:url";
import { PictorError } from "@pictor/kernel/plugin";
import { managedFault } from "../faults.js";
import { toFolderFault } from "../folder-faults.js";
import { isFileAddress } from "../git/repository-address.js";
import { git } from "../git/run-git.js";
import { checkedSource } from "../git/remote-refs.js";
import type { Instance, WorkOptions } from "../instance.js";
import { findPython, shouldUseUv, type PythonSearch } from "../python/find-python.js";
import { runToEnd } from "../python/run-tool.js";
import {
  chooseDevice,
  machineArchitecture,
  parseNvidia,
  type Device,
  type DeviceFacts,
  type NvidiaCards,
} from "./choose-device.js";
import { torchSource, type TorchSource } from "./torch-source.js";
import { comfySource } from "../tree/comfy-version.js";

export interface Facts {
  readonly python: PythonSearch;
  readonly hasUv: boolean;
  readonly device: Device;
  readonly torch: TorchSource;
  /** Free space on the instance's file system, in GB (10^9 bytes). */
  readonly freeGB: number;
  /** The reason why a clone would fail, if that is known without network access: git or `install.source` cannot be used. */
  readonly cloneProblem: PictorError | undefined;
}

/** Output of a program; undefined when it is missing or fails. */
async function outputOf(
  instance: Instance,
  file: string,
  args: readonly string[],
  { signal }: WorkOptions,
): Promise<string | undefined> {
  const end = await runToEnd(instance, file, args, { signal });
  return end.kind === "exited" && end.exitCode === 0 ? end.output : undefined;
}

async function detectNvidia(instance: Instance, options: WorkOptions): Promise<NvidiaCards | undefined> {
  const format = "--format=csv,noheader";
  for (const columns of ["driver_version,compute_cap", "driver_version"]) {
    const output = await outputOf(instance, "nvidia-smi", [`--query-gpu=${columns}`, format], options);
    const found = output === undefined ? undefined : parseNvidia(output);
    if (found !== undefined) return found;
  }
  return undefined;
}

const hasAmd = async (instance: Instance, options: WorkOptions): Promise<boolean> =>
  instance.platform === "linux" &&
  (existsSync("/dev/kfd") || ((await outputOf(instance, "rocminfo", [], options)) ?? "").includes("gfx"));

const hasIntel = async (instance: Instance, options: WorkOptions): Promise<boolean> =>
  ((await outputOf(instance, "sycl-ls", [], options)) ?? "").includes("level_zero:gpu") ||
  ((await outputOf(instance, "xpu-smi", ["discovery"], options)) ?? "").includes("Device Name");

/** Detects cards in order of preference, and only as far as the choice of the device depends on them. */
async function deviceFacts(instance: Instance, options: WorkOptions): Promise<DeviceFacts> {
  const wanted = instance.settings.install.device;
  const isMac = instance.platform === "darwin";
  const card =
    isMac || (wanted !== "auto" && wanted !== "nvidia") ? undefined : await detectNvidia(instance, options);
  const looks = wanted === "auto" && !isMac && card === undefined;
  const amd = looks && (await hasAmd(instance, options));
  return {
    platform: instance.platform,
    architecture: machineArchitecture(instance.platform, arch(), cpus()[0]?.model ?? ""),
    nvidia: card,
    hasAmd: amd,
    hasIntel: looks && !amd && (await hasIntel(instance, options)),
  };
}

const folderOf = (address: string): string =>
  isAbsolute(address) ? address : fileURLToPath(new URL(address));

/** Checks git and the address without network access. */
async function cloneProblem(instance: Instance, { signal }: WorkOptions): Promise<PictorError | undefined> {
  const { source } = instance.settings.install;
  try {
    checkedSource(comfySource(instance));
    if (isFileAddress(source) && !existsSync(folderOf(source)))
      return managedFault("MANAGED_SOURCE_MISSING", { folder: folderOf(source) });
    await git(instance, ["version"], { signal });
    return undefined;
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof PictorError) return error;
    throw error;
  }
}

export async function gatherFacts(instance: Instance, options: WorkOptions = {}): Promise<Facts> {
  const found = await deviceFacts(instance, options);
  const device = chooseDevice(instance.settings.install.device, found);
  return {
    python: await findPython(instance, options),
    hasUv: await shouldUseUv(instance, options),
    device,
    torch: torchSource(device, found, instance.settings),
    freeGB: await freeGB(instance.layout.root),
    cloneProblem: await cloneProblem(instance, options),
  };
}

/** Free space on the file system of a folder, which need not exist, in GB (10^9 bytes). */
export async function freeGB(folder: string): Promise<number> {
  let existing = folder;
  while (!existsSync(existing) && dirname(existing) !== existing) existing = dirname(existing);
  const { bavail, bsize } = await statfs(existing).catch((error: unknown) => {
    throw toFolderFault(error, folder);
  });
  return (bavail * bsize) / 1e9;
}

// Chooses the device that torch is installed for. Pure.

import type { CompleteSettings } from "../settings.js";

export type Device = "nvidia" | "amd" | "intel" | "mps" | "directml" | "cpu";

export interface NvidiaCards {
  /** Version of the driver, such as 580.65.06. */
  readonly driver: string;
  /** The compute capability of each card, such as 7.5; empty if the driver does not report them. */
  readonly capabilities: readonly number[];
}

/** Facts about the hardware, which machine-facts.ts detects. */
export interface DeviceFacts {
  readonly platform: NodeJS.Platform;
  /** The architecture of the machine as `process.arch` names it: x64, arm64. */
  readonly architecture: string;
  /** The cards that nvidia-smi reports; undefined when it does not run. */
  readonly nvidia?: NvidiaCards | undefined;
  /** Whether a card is usable by ROCm. */
  readonly hasAmd: boolean;
  /** Whether a card is usable by oneAPI, as not every integrated one is. */
  readonly hasIntel: boolean;
}

/**
 * The architecture of the machine. A Node for Intel that Rosetta translates on a Mac with Apple's processor reports its
 * own; the name of the processor is then "VirtualApple".
 */
export const machineArchitecture = (platform: NodeJS.Platform, ofNode: string, processor: string): string =>
  platform === "darwin" && processor.includes("Apple") ? "arm64" : ofNode;

export function chooseDevice(wanted: CompleteSettings["install"]["device"], facts: DeviceFacts): Device {
  if (wanted !== "auto") return wanted;
  if (facts.platform === "darwin") return facts.architecture === "arm64" ? "mps" : "cpu";
  if (facts.nvidia !== undefined) return "nvidia";
  // PyTorch publishes no AMD wheels for Windows; the user must choose a device there.
  if (facts.hasAmd && facts.platform === "linux") return "amd";
  if (facts.hasIntel) return "intel";
  return "cpu";
}

/** Parses `nvidia-smi --query-gpu=driver_version,compute_cap --format=csv,noheader`: one line per card. */
export function parseNvidia(output: string): NvidiaCards | undefined {
  const cards = [...output.matchAll(/^[ \t]*(\d+(?:\.\d+)+)(?:[ \t]*,[ \t]*(\d+\.\d+))?[ \t\r]*$/gm)];
  const driver = cards[0]?.[1];
  if (driver === undefined) return undefined;
  const capabilities = cards.flatMap(([, , capability]) =>
    capability === undefined ? [] : [Number(capability)],
  );
  return { driver, capabilities };
}

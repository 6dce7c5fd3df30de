// The free space that an installation requires. Pure.

import type { PictorError } from "@pictor/kernel/plugin";
import { managedFault } from "../faults.js";
import type { Snapshot } from "./snapshot.js";

/** Once torch is installed, the rest needs this share of the space. */
const shareAfterTorch = 0.25;

export function requiredGB({ settings, state, disk }: Snapshot): number {
  const { minFreeGB } = settings.install;
  const hasTorch = state.steps.torch?.status === "finished" && disk.hasEnvironment;
  return hasTorch ? minFreeGB * shareAfterTorch : minFreeGB;
}

/** `MANAGED_DISK_SPACE` if `foundGB` is not enough. */
export function diskSpaceError(snapshot: Snapshot, foundGB: number): PictorError | undefined {
  const needed = requiredGB(snapshot);
  if (foundGB >= needed) return undefined;
  return managedFault("MANAGED_DISK_SPACE", {
    folder: snapshot.layout.root,
    foundGB: foundGB.toFixed(1),
    neededGB: String(needed),
  });
}

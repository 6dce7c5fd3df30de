// Checks the number of frames: a Wan model makes one frame and then groups of four.

import { invalidSettingError } from "@pictor/workflow-parts";

/** Checks the number of frames. Throws SETTINGS_INVALID for a number that the server would silently round down. */
export function checkFrames(frames: number, workflow: string): void {
  const lower = Math.floor((frames - 1) / 4) * 4 + 1;
  if (frames === lower) return;
  throw invalidSettingError({
    workflow,
    setting: "frames",
    expected: "a multiple of 4 plus 1",
    found: String(frames),
    advice: `Use ${lower} or ${lower + 4}.`,
  });
}

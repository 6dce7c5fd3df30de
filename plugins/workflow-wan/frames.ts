// How many frames a film may have: the model samples them by fours, behind a first one.

import { invalidSetting } from "@pictor/workflow-parts";

/** The server would cut any other number down without a word. Throws SETTINGS_INVALID. */
export function checkFrames(frames: number, workflow: string): void {
  const lower = Math.floor((frames - 1) / 4) * 4 + 1;
  if (frames === lower) return;
  throw invalidSetting({
    workflow,
    setting: "frames",
    expected: "a multiple of 4 and one more",
    found: String(frames),
    advice: `Use ${lower} or ${lower + 4}.`,
  });
}

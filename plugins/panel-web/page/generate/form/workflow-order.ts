// The order of the menu of workflows: by use, not by the alphabet. Pure.

import type { Workflow } from "@pictor/client";

/** The workflows that come along, from the one that most people want to the rarest. Those of other plugins follow them. */
const byUse = [
  ...["txt2img", "img2img", "upscale", "flux", "flux-kontext", "flux2-klein", "qwen-image-edit"],
  ...["wan-text-to-video", "wan-image-to-video", "svd"],
];
/** The workflow for graphs, which is the last. */
const anyGraph = "custom";
const shownRecent = 3;

export interface WorkflowGroup {
  readonly group: string;
  readonly entries: readonly Workflow[];
}

const rank = ({ id }: Workflow): number =>
  id === anyGraph ? byUse.length + 1 : byUse.includes(id) ? byUse.indexOf(id) : byUse.length;

/** `recent` are ids, the newest first. Each workflow stands in one group. */
export function menuGroups(known: readonly Workflow[], recent: readonly string[]): readonly WorkflowGroup[] {
  const latest = recent.flatMap((id) => known.filter((each) => each.id === id)).slice(0, shownRecent);
  const others = known.filter((each) => !latest.includes(each));
  const groups: readonly WorkflowGroup[] = [
    { group: "Recent", entries: latest },
    { group: "Your workflows", entries: others.filter(({ isOwn }) => isOwn === true) },
    {
      group: "All workflows",
      entries: others.filter(({ isOwn }) => isOwn !== true).sort((one, other) => rank(one) - rank(other)),
    },
  ];
  return groups.filter(({ entries }) => entries.length > 0);
}

export const withRecent = (recent: readonly string[], id: string): readonly string[] =>
  [id, ...recent.filter((each) => each !== id)].slice(0, shownRecent);

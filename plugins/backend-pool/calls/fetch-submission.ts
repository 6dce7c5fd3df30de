// Reads the submission of a prompt: from the table while it is in the pool, else from the member that has it.

import type { CallOptions, SubmissionSnapshot } from "@pictor/kernel/plugin";
import type { Core } from "../core/core.js";
import type { Entry } from "../prompts/entry.js";
import { locate } from "./locate.js";

/** The nodes of the graph that save or show something. */
function outputsOf({ catalogs, members }: Core, { needs, submission }: Entry): readonly string[] {
  const found = [...members.keys()].map((member) => catalogs.known(member, needs.classes));
  return Object.entries(submission.graph)
    .filter(([, { class_type }]) => found.some((catalog) => catalog?.get(class_type)?.isOutput === true))
    .map(([id]) => id);
}

export async function fetchSubmission(
  core: Core,
  promptId: string,
  { signal }: CallOptions = {},
): Promise<SubmissionSnapshot | undefined> {
  const entry = core.table.get(promptId);
  if (entry?.state.step === "removed") return undefined;
  if (entry !== undefined && entry.state.step !== "ended") {
    const { graph, record } = entry.submission;
    return { graph, outputs: outputsOf(core, entry), ...(record !== undefined && { record }) };
  }
  const place = entry?.state.step === "ended" ? entry.state : undefined;
  const member =
    place === undefined ? (await locate(core, promptId, { signal }))?.member : core.members.get(place.member);
  return member?.call(
    (backend, limited) => backend.fetchSubmission(place?.id ?? promptId, { signal: limited }),
    { signal },
  );
}

// The image of the journal that a result has become: it names the model and the sampler that were chosen for the user.

import { isEnded, type Job, type JobOutput, type Picture } from "@pictor/client";
import { calls } from "../../api/session.js";
import { useRead } from "../../api/use-resource.js";

const searched = 50;

/** Undefined if the result was not saved. */
async function read(
  job: Job,
  { seed, filename }: JobOutput,
  signal: AbortSignal,
): Promise<Picture | undefined> {
  const query = { limit: searched, ...(seed !== undefined && { search: `seed:${seed}` }) };
  const { pictures } = await calls().listPictures({ query, signal });
  const own = pictures.filter(({ jobId }) => jobId === job.id);
  const found = own.find(({ name }) => name === filename) ?? own[0];
  return found && calls().readPicture({ params: { id: found.id }, signal });
}

/** Undefined while the job runs, and while the image is read. */
export function useJournalPicture(job: Job, output: JobOutput | undefined): Picture | undefined {
  const key = output === undefined || !isEnded(job) ? undefined : `${job.id}/${output.index}`;
  return useRead(key, async (signal) => output && read(job, output, signal));
}

// The details of the result on the stage, beside it: as the journal has them, or those of its job while it has none.

import type { Job, JobOutput, Picture } from "@pictor/client";
import { useEffect, useState } from "preact/hooks";
import { calls } from "../../api/session.js";
import { Details } from "../../gallery/details.js";
import { IconButton } from "../../parts/button.js";
import { areDetailsOpen } from "./result-line.js";

const searched = 50;

/** The image of the journal that the result has become; undefined if it was not saved, or not yet. */
async function pictureOf(
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

export function ResultDetails({ job, output }: { readonly job: Job; readonly output: JobOutput }) {
  const [picture, setPicture] = useState<Picture>();
  useEffect(() => {
    const reading = new AbortController();
    setPicture(undefined);
    pictureOf(job, output, reading.signal).then(setPicture, () => undefined);
    return () => {
      reading.abort();
    };
  }, [job.id, job.state, output.index]);
  const params = job.request?.params ?? {};
  const text = (name: string): string => (typeof params[name] === "string" ? params[name] : "");
  const shown: Picture = picture ?? {
    ...{ id: "", time: new Date(job.createdAtMs).toISOString(), workflow: job.workflow, params },
    ...{ prompt: text("prompt"), negative: text("negative"), name: output.filename, mime: output.mime },
    ...{ starred: false, deleted: false, state: "there", href: output.href, thumbnail: "" },
    ...(output.seed !== undefined && { seed: output.seed }),
    ...(job.request?.features !== undefined && { features: [...job.request.features] }),
  };
  const { width, height } = output;
  return (
    <aside class="result-details" aria-label="Details of the result">
      <div class="row">
        <h3 class="grow">Details</h3>
        <IconButton
          icon="close"
          name="Close the details"
          onClick={() => {
            areDetailsOpen.value = false;
          }}
        />
      </div>
      <Details
        picture={shown}
        {...(width !== undefined && height !== undefined && { size: `${width} × ${height}` })}
      />
    </aside>
  );
}

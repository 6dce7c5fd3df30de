// The image of the stage: the preview while a job runs, then its results, with a strip from which the user chooses one.

import type { Job, JobOutput } from "@pictor/client";
import { useState } from "preact/hooks";
import { calls } from "../../api/session.js";
import { titleOf } from "../jobs/job-text.js";
import { knownWorkflows } from "../base/catalog.js";
import { useReadAddress } from "../base/blob-address.js";
import { usePreviewAddress } from "../jobs/preview-address.js";

const useOutputAddress = (job: Job, output: JobOutput | undefined): string | undefined =>
  useReadAddress(output === undefined ? undefined : `${job.id}/${output.index}`, () =>
    calls().readOutput({ params: { id: job.id, index: String(output?.index) } }),
  );

const isImage = ({ mime }: JobOutput): boolean => mime.startsWith("image/");

function Thumbnail({
  job,
  output,
  isShown,
  onShow,
}: {
  readonly job: Job;
  readonly output: JobOutput;
  readonly isShown: boolean;
  readonly onShow: () => void;
}) {
  const address = useOutputAddress(job, isImage(output) ? output : undefined);
  return (
    <button
      type="button"
      class="thumbnail"
      aria-pressed={isShown}
      aria-label={`Show result ${output.index + 1}`}
      onClick={onShow}
    >
      {address !== undefined && <img src={address} alt="" />}
    </button>
  );
}

function OutputFile({ output }: { readonly output: JobOutput }) {
  return (
    <p class="muted">
      {output.filename} ({output.mime}) is saved; the browser cannot show it.
    </p>
  );
}

export function Picture({ job }: { readonly job: Job }) {
  const [picked, setPicked] = useState<{ readonly job: string; readonly index: number }>();
  const preview = usePreviewAddress(job);
  const chosen = picked?.job === job.id ? job.outputs.find(({ index }) => index === picked.index) : undefined;
  const shown = chosen ?? (preview === undefined ? job.outputs.at(-1) : undefined);
  const address = useOutputAddress(job, shown !== undefined && isImage(shown) ? shown : undefined);
  const { progress } = job;
  const isPreview = shown === undefined && preview !== undefined;
  const steps =
    progress !== undefined && progress.max > 1 ? ` · step ${progress.value} of ${progress.max}` : "";
  const title = titleOf(job, knownWorkflows.value);
  const source = isPreview ? preview : address;
  return (
    <>
      <div class="picture-box">
        {shown !== undefined && !isImage(shown) && <OutputFile output={shown} />}
        {source !== undefined && (
          <img class="picture" src={source} alt={`${isPreview ? "Preview" : "Result"}: ${title}`} />
        )}
        {isPreview && <span class="badge">{`Preview${steps}`}</span>}
      </div>
      {job.outputs.length > 1 && (
        <div class="strip" role="group" aria-label="Results">
          {job.outputs.map((output) => (
            <Thumbnail
              key={output.index}
              {...{ job, output }}
              isShown={output.index === shown?.index}
              onShow={() => {
                setPicked({ job: job.id, index: output.index });
              }}
            />
          ))}
        </div>
      )}
    </>
  );
}

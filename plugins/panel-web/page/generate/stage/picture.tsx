// The image of the stage: the preview while a job runs, then its results, with a strip from which the user chooses one.

import type { Job, JobOutput } from "@pictor/client";
import { useState } from "preact/hooks";
import { knownWorkflows } from "../../api/catalog.js";
import { imageAction } from "../../gallery/actions.js";
import { isImage, useOutputAddress } from "../../gallery/output-address.js";
import { openImageDialog } from "../../gallery/open-image-dialog.js";
import { ResultActions } from "../../gallery/result-actions.js";
import { AttemptNote } from "../../parts/attempt-note.js";
import { IconButton } from "../../parts/button.js";
import { useCommands } from "../../shell/commands.js";
import { isDialogOpen } from "../../shell/open-dialog.js";
import { titleOf } from "../jobs/job-text.js";
import { usePreviewAddress } from "../jobs/preview-address.js";
import { lazy } from "../../parts/lazy.js";
import { useJournalPicture } from "./journal-picture.js";
import { areDetailsOpen, ResultLine } from "./result-line.js";

const ResultDetails = lazy(async () => (await import("./result-details.js")).ResultDetails);

/** Classes of the image. */
const picture = "picture layer contained";

interface ThumbnailProps {
  readonly job: Job;
  readonly output: JobOutput;
  readonly isShown: boolean;
  readonly onShow: () => void;
}

function Thumbnail({ job, output, isShown, onShow }: ThumbnailProps) {
  const address = useOutputAddress(job, isImage(output) ? output : undefined);
  return (
    <button
      type="button"
      class="bare thumbnail"
      aria-pressed={isShown}
      aria-label={`Show result ${output.index + 1}`}
      onClick={onShow}
    >
      {address !== undefined && <img src={address} alt="" />}
    </button>
  );
}

export function Picture({ job }: { readonly job: Job }) {
  const [picked, setPicked] = useState<{ readonly job: string; readonly index: number }>();
  const preview = usePreviewAddress(job);
  const chosen = picked?.job === job.id ? job.outputs.find(({ index }) => index === picked.index) : undefined;
  const shown = chosen ?? (preview === undefined ? job.outputs.at(-1) : undefined);
  const image = shown !== undefined && isImage(shown) ? shown : undefined;
  const address = useOutputAddress(job, image);
  const saved = useJournalPicture(job, image);
  const title = titleOf(job, knownWorkflows.value);
  const openShown = (): void => {
    if (image !== undefined)
      openImageDialog(({ ResultViewer }) => ResultViewer, { job, index: image.index, title });
  };
  useCommands([
    {
      id: "generate.full",
      title: "Show the result full screen",
      keys: "f",
      run: openShown,
      isAvailable: () => image !== undefined,
    },
  ]);
  const { progress } = job;
  const isPreview = shown === undefined && preview !== undefined;
  const steps =
    progress !== undefined && progress.max > 1 ? ` · step ${progress.value} of ${progress.max}` : "";
  const source = isPreview ? preview : address;
  return (
    <>
      <div class="picture-row">
        <div class="picture-box center">
          {shown !== undefined && !isImage(shown) && (
            <p class="muted">{`${shown.filename} (${shown.mime}) is saved; the browser cannot show it.`}</p>
          )}
          {source !== undefined && (
            <img
              class={isPreview ? picture : `${picture} zooms`}
              src={source}
              alt={`${isPreview ? "Preview" : "Result"}: ${title}`}
              onClick={openShown}
            />
          )}
          {isPreview && <span class="badge small">{`Preview${steps}`}</span>}
        </div>
        {image !== undefined && areDetailsOpen.value && (
          <ResultDetails job={job} output={image} picture={saved} />
        )}
      </div>
      {image !== undefined && <ResultLine job={job} output={image} picture={saved} />}
      {image === undefined && source !== undefined && <div class="result-line" />}
      {source !== undefined && (
        // A preview keeps the space of the actions, so that the image does not move when it is finished.
        <div class="row wrap stage-actions">
          {image !== undefined && (
            <>
              <IconButton icon="fullscreen" name="Show the result full screen" onClick={openShown} />
              <ResultActions job={job} output={image} savedAs={saved?.name} />
              {!isDialogOpen() && <AttemptNote of={imageAction} />}
            </>
          )}
        </div>
      )}
      {job.outputs.length > 1 && (
        <div class="strip" role="group" aria-label="Results">
          {job.outputs.map((output) => (
            <Thumbnail
              key={output.index}
              {...{ job, output }}
              isShown={output.index === shown?.index}
              onShow={() => setPicked({ job: job.id, index: output.index })}
            />
          ))}
        </div>
      )}
    </>
  );
}

// The details of the result on the stage, beside it: as the journal has them, or those of its job while it has none.

import { Details, type ShownPicture } from "../../gallery/details.js";
import { IconButton } from "../../parts/button.js";
import { pixelsText } from "../../parts/texts.js";
import { areDetailsOpen, type ResultProps } from "./result-line.js";

export function ResultDetails({ job, output, picture }: ResultProps) {
  const params = job.request?.params ?? {};
  const text = (name: string): string => (typeof params[name] === "string" ? params[name] : "");
  const shown: ShownPicture = picture ?? {
    time: new Date(job.createdAtMs).toISOString(),
    workflow: job.workflow,
    params,
    prompt: text("prompt"),
    negative: text("negative"),
    name: output.filename,
    mime: output.mime,
    ...(output.seed !== undefined && { seed: output.seed }),
    ...(job.request?.features !== undefined && { features: [...job.request.features] }),
  };
  return (
    <aside class="result-details" aria-label="Details of the result">
      <div class="row">
        <h3 class="grow">Details</h3>
        <IconButton icon="close" name="Close the details" onClick={() => (areDetailsOpen.value = false)} />
      </div>
      <Details picture={shown} size={pixelsText(output.width, output.height)} />
    </aside>
  );
}

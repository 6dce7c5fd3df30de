// A result of the stage in the whole window, with what can be done next. It needs no gallery, which may show other images.

import type { Job } from "@pictor/client";
import { useEffect, useState } from "preact/hooks";
import { Dialog } from "../parts/dialog.js";
import { AttemptNote } from "../parts/attempt-note.js";
import { useCommands } from "../shell/commands.js";
import type { Closable } from "../shell/open-dialog.js";
import { imageAction } from "./actions.js";
import { isImage, useOutputAddress } from "./output-address.js";
import { ResultActions } from "./result-actions.js";
import { PlaceButtons } from "./place-buttons.js";
import { fitted } from "./zoom.js";
import { useZoom, ZoomButtons, Zoomable } from "./zoomable.js";

interface ResultViewerProps extends Closable {
  readonly job: Job;
  /** The index of the result that is shown first. */
  readonly index: number;
  /** The title of the job. */
  readonly title: string;
}

export function ResultViewer({ job, index, title, onClose }: ResultViewerProps) {
  const images = job.outputs.filter(isImage);
  const [at, setAt] = useState(
    Math.max(
      0,
      images.findIndex((each) => each.index === index),
    ),
  );
  const zoom = useZoom("result");
  const shown = images[at];
  const address = useOutputAddress(job, shown);
  const go = (step: number): void => setAt(Math.min(images.length - 1, Math.max(0, at + step)));
  useEffect(() => zoom.onView(fitted), [at]);
  useCommands([
    { id: "dialog.result.next", title: "Next result", keys: "ArrowRight", run: () => go(1) },
    { id: "dialog.result.previous", title: "Previous result", keys: "ArrowLeft", run: () => go(-1) },
  ]);
  return (
    <Dialog full {...{ title, onClose }}>
      <div class="viewer">
        <div class="viewer-stage">
          {address !== undefined && (
            <Zoomable {...zoom}>
              <img class="contained" src={address} alt={`Result: ${title}`} draggable={false} />
            </Zoomable>
          )}
        </div>
        <div class="row wrap foot">
          {images.length > 1 && <PlaceButtons noun="result" at={at} count={images.length} onStep={go} />}
          <ZoomButtons {...zoom} />
          <span class="grow" />
          {shown !== undefined && <ResultActions job={job} output={shown} onSent={onClose} />}
        </div>
        <AttemptNote of={imageAction} />
      </div>
    </Dialog>
  );
}

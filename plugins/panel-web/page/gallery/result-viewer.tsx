// A result of the stage in the whole window, with what can be done next. It needs no gallery, which may show other images.

import type { Job } from "@pictor/client";
import { useEffect, useState } from "preact/hooks";
import { IconButton } from "../parts/button.js";
import { Dialog } from "../parts/dialog.js";
import { AttemptNote } from "../parts/attempt-note.js";
import { useCommands } from "../shell/commands.js";
import type { Closable } from "../shell/open-dialog.js";
import { imageAction } from "./actions.js";
import { useOutputAddress } from "./output-address.js";
import { ResultActions } from "./result-actions.js";
import { fitted } from "./zoom.js";
import { useZoom, ZoomButtons, Zoomable } from "./zoomable.js";

interface ResultViewerProps extends Closable {
  readonly job: Job;
  readonly index: number;
}

export function ResultViewer({ job, index, onClose }: ResultViewerProps) {
  const images = job.outputs.filter(({ mime }) => mime.startsWith("image/"));
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
  const walk = (step: number) => () => go(step);
  useCommands([
    { id: "dialog.result.next", title: "Next result", keys: "ArrowRight", run: walk(1) },
    { id: "dialog.result.previous", title: "Previous result", keys: "ArrowLeft", run: walk(-1) },
  ]);
  const prompt = job.request?.params?.["prompt"];
  const title = typeof prompt === "string" && prompt.trim() !== "" ? prompt.trim() : "Result";
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
          {images.length > 1 && (
            <div class="row tight-row">
              <IconButton icon="back" name="Previous result" disabled={at === 0} onClick={walk(-1)} />
              <span class="viewer-place" role="status">
                {at + 1} of {images.length}
              </span>
              <IconButton
                icon="forward"
                name="Next result"
                disabled={at === images.length - 1}
                onClick={walk(1)}
              />
            </div>
          )}
          <ZoomButtons {...zoom} />
          <span class="grow" />
          {shown !== undefined && <ResultActions job={job} output={shown} onSent={onClose} />}
        </div>
        <AttemptNote of={imageAction} />
      </div>
    </Dialog>
  );
}

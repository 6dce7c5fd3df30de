// The viewer: one image in the whole window, with its details and its actions.

import type { Picture } from "@pictor/client";
import { useEffect, useState } from "preact/hooks";
import { Button } from "../parts/button.js";
import { Dialog } from "../parts/dialog.js";
import { AttemptNote } from "../parts/attempt-note.js";
import { Icon } from "../parts/icon.js";
import { pixelsText } from "../parts/texts.js";
import { useCommands } from "../shell/commands.js";
import type { Closable } from "../shell/open-dialog.js";
import { imageAction, isVideo, moveToTrash, star, useSettings } from "./actions.js";
import { Details } from "./details.js";
import { listing, readRange } from "./gallery-state.js";
import { ImageActions } from "./image-actions.js";
import { linkTo, renewLink } from "./links.js";
import { walkTo } from "./listing.js";
import { PlaceButtons } from "./place-buttons.js";
import { fitted, panned, type Zoom } from "./zoom.js";
import { useZoom, ZoomButtons, Zoomable } from "./zoomable.js";

interface ShownImageProps {
  readonly picture: Picture;
  readonly zoom: Zoom;
  readonly onSize: (size: string | undefined) => void;
}

/** The image or the video itself, or why the file cannot be shown. */
function ShownImage({ picture, zoom, onSize }: ShownImageProps) {
  const { state, href, prompt, name } = picture;
  const [failures, setFailures] = useState(0);
  if (state !== "there" || failures > 1)
    return (
      <div class="viewer-note">
        <Icon name="warning" />
        <p>
          {state === "missing"
            ? `The file ${name} is not where it was saved. Its settings are still known.`
            : state === "refused"
              ? `The file ${name} is not shown: it is a link, or neither an image nor a video.`
              : `The browser cannot show the file ${name}. Download it to look at it.`}
        </p>
      </div>
    );
  const address = linkTo(href);
  if (address === undefined) return null;
  const fail = (): void => {
    setFailures(failures + 1);
    renewLink(href);
  };
  if (isVideo(picture))
    return (
      <video
        class="contained"
        src={address}
        controls
        loop
        autoPlay
        muted
        aria-label={prompt || name}
        onError={fail}
      />
    );
  return (
    <Zoomable {...zoom}>
      {/* The thumbnail is shown at once, until the full image covers it. */}
      <img class="layer contained" alt="" src={linkTo(picture.thumbnail)} />
      <img
        class="viewer-image contained anchor"
        alt={prompt || name}
        src={address}
        draggable={false}
        fetchpriority="high"
        onLoad={({ currentTarget }) =>
          onSize(pixelsText(currentTarget.naturalWidth, currentTarget.naturalHeight))
        }
        onError={fail}
      />
    </Zoomable>
  );
}

const panStep = 80;

interface ViewerProps extends Closable {
  /** Compares an image with another one. */
  readonly onCompare: (picture: Picture) => void;
}

export function Viewer({ onClose, onCompare }: ViewerProps) {
  const { total = 0, active, entries } = listing.value;
  const picture = entries.get(active);
  const zoom = useZoom("viewer");
  const { view, onView } = zoom;
  const [size, setSize] = useState<string>();
  const [hasDetails, setDetails] = useState(matchMedia("(min-width: 720px)").matches);
  const go = (step: number): void => {
    listing.value = walkTo(listing.value, active + step);
  };
  useEffect(() => readRange(active - 2, active + 3), [active, entries]);
  useEffect(() => {
    onView(fitted);
    setSize(undefined);
  }, [picture?.id]);
  useEffect(() => {
    if (total === 0) onClose();
  }, [total]);
  const frame = { width: innerWidth, height: innerHeight };
  const arrow = (x: number, y: number) => () => {
    if (view.scale > 1) onView(panned(view, { x: -x * panStep, y: -y * panStep }, frame));
    else if (x !== 0) go(x);
  };
  const withPicture = (run: (picture: Picture) => void) => () => {
    if (picture !== undefined) run(picture);
  };
  useCommands([
    { id: "dialog.viewer.next", title: "Next image", keys: "ArrowRight", run: arrow(1, 0) },
    { id: "dialog.viewer.previous", title: "Previous image", keys: "ArrowLeft", run: arrow(-1, 0) },
    { id: "dialog.viewer.up", title: "Move the image down", keys: "ArrowUp", run: arrow(0, -1) },
    { id: "dialog.viewer.down", title: "Move the image up", keys: "ArrowDown", run: arrow(0, 1) },
    {
      id: "dialog.viewer.star",
      title: "Star the image",
      keys: "s",
      run: withPicture(({ id, starred }) => star([id], !starred)),
    },
    {
      id: "dialog.viewer.trash",
      title: "Move the image to the trash",
      keys: "Delete",
      run: withPicture(({ id, deleted }) => {
        if (!deleted) moveToTrash([id]);
      }),
    },
    { id: "dialog.viewer.compare", title: "Compare", keys: "c", run: withPicture(onCompare) },
    {
      id: "dialog.viewer.recall",
      title: "Use these settings",
      keys: "r",
      run: withPicture((shown) => useSettings(shown, onClose)),
    },
    { id: "dialog.viewer.details", title: "How it was made", keys: "i", run: () => setDetails(!hasDetails) },
  ]);
  return (
    <Dialog
      full
      title={picture === undefined ? "Image" : picture.prompt || picture.name}
      actions={
        <Button look="plain" pressed={hasDetails} onClick={() => setDetails(!hasDetails)}>
          How it was made
        </Button>
      }
      onClose={onClose}
    >
      <div class={hasDetails ? "viewer with-details" : "viewer"}>
        <div class="viewer-stage">
          {picture !== undefined && <ShownImage key={picture.id} {...{ picture, zoom }} onSize={setSize} />}
        </div>
        <div class="row wrap foot">
          <PlaceButtons noun="image" at={active} count={total} onStep={go} />
          <ZoomButtons {...zoom} />
          <span class="grow" />
          {picture !== undefined && (
            <ImageActions picture={picture} onLeave={onClose} onCompare={() => onCompare(picture)} />
          )}
        </div>
        <AttemptNote of={imageAction} />
        {hasDetails && picture !== undefined && (
          <aside class="viewer-details" aria-label="How it was made" tabIndex={0}>
            <Details {...{ picture, size }} />
          </aside>
        )}
      </div>
    </Dialog>
  );
}

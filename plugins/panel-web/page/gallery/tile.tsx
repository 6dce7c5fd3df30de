// A tile of the gallery: the thumbnail, or an icon in its place.

import type { Picture } from "@pictor/client";
import { useEffect, useRef, useState } from "preact/hooks";
import { cutText } from "../parts/texts.js";
import { Icon, type IconName } from "../parts/icon.js";
import { isVideo } from "./actions.js";
import { hasLink, linkTo, renewLink } from "./links.js";

interface ThumbnailProps {
  readonly picture: Picture;
  /** Size of the tile in pixels of the screen. */
  readonly pixels: number;
}

const smallSide = 256;
/**
 * Time for which a tile must stay visible before its image is requested, so that tiles that are scrolled past cause no
 * requests.
 */
const settleMs = 80;
/** Delays before a thumbnail is requested again. An expired link is renewed at once; a busy server is asked again later. */
const retryMs = [0, 3000, 8000];

/** The icon and the text for a file without a thumbnail. */
function standIn(picture: Picture): { readonly icon: IconName; readonly text: string } | undefined {
  const { state } = picture;
  if (state === "missing") return { icon: "warning", text: "File missing" };
  if (state === "refused") return { icon: "lock", text: "Not shown" };
  if (isVideo(picture)) return { icon: "play", text: "Video" };
  return undefined;
}

/** The server makes no thumbnail of a GIF or an AVIF, so the browser shows the file itself. */
function smallPath({ mime, href, thumbnail }: Picture, pixels: number): string {
  if (mime === "image/gif" || mime === "image/avif") return href;
  return pixels > smallSide ? `${thumbnail}?size=512` : thumbnail;
}

function Thumbnail({ picture, pixels }: ThumbnailProps) {
  const path = smallPath(picture, pixels);
  const [failures, setFailures] = useState(0);
  const [isSettled, setSettled] = useState(hasLink(path));
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => {
    timer.current = setTimeout(() => setSettled(true), settleMs);
    return () => clearTimeout(timer.current);
  }, []);
  const replacement = standIn(picture);
  if (replacement !== undefined || failures > retryMs.length) {
    const { icon, text } = replacement ?? ({ icon: "image", text: "No preview" } as const);
    return (
      <span class="tile-note">
        <Icon name={icon} />
        {text}
      </span>
    );
  }
  return (
    <img
      alt=""
      draggable={false}
      decoding="async"
      src={isSettled ? linkTo(path) : undefined}
      onError={() => {
        setFailures(failures + 1);
        timer.current = setTimeout(() => renewLink(path), retryMs[failures] ?? 0);
      }}
    />
  );
}

interface TileProps extends Omit<ThumbnailProps, "picture"> {
  readonly id: string;
  /** The image; undefined until it has been read. */
  readonly picture?: Picture;
  readonly position: number;
  readonly total: number;
  readonly left: number;
  readonly top: number;
  readonly side: number;
  readonly isActive: boolean;
  readonly isSelected: boolean;
}

const maxNameLength = 160;

/** The description of an image for screen readers. */
function nameOf({ prompt, name, workflow, starred, state }: Picture): string {
  const text = prompt.trim() === "" ? name : prompt;
  const states = { there: [], missing: ["file missing"], refused: ["not shown"] }[state];
  return [cutText(text, maxNameLength), workflow, ...(starred ? ["starred"] : []), ...states].join(", ");
}

export function Tile(props: TileProps) {
  const { id, picture, pixels, position, total, left, top, side, isActive, isSelected } = props;
  return (
    <div
      id={id}
      role="option"
      class={isActive ? "tile active" : "tile"}
      data-position={position}
      aria-label={picture === undefined ? `Image ${position + 1}, loading` : nameOf(picture)}
      aria-selected={isSelected}
      aria-setsize={total}
      aria-posinset={position + 1}
      style={{ left: `${left}px`, top: `${top}px`, width: `${side}px`, height: `${side}px` }}
    >
      {picture !== undefined && <Thumbnail picture={picture} pixels={pixels} />}
      {picture?.starred === true && (
        <span class="tile-star center">
          <Icon name="star" filled />
        </span>
      )}
      {isSelected && (
        <span class="tile-check center">
          <Icon name="check" />
        </span>
      )}
    </div>
  );
}

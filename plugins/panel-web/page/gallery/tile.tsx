// A tile of the gallery: the small image, or what stands in its place.

import type { Picture } from "@pictor/client";
import { useState } from "preact/hooks";
import { Icon, type IconName } from "../parts/icon.js";
import { linkTo, renewLink } from "./links.js";

interface ThumbnailProps {
  readonly picture: Picture;
  /** Pixels of the screen that it takes. */
  readonly pixels: number;
}

const smallSide = 256;

/** What cannot be shown small, and why. */
function standIn({
  state,
  mime = "",
}: Picture): { readonly icon: IconName; readonly text: string } | undefined {
  if (state === "missing") return { icon: "warning", text: "File missing" };
  if (state === "refused") return { icon: "lock", text: "Not shown" };
  if (mime.startsWith("video/")) return { icon: "play", text: "Video" };
  return undefined;
}

export function Thumbnail({ picture, pixels }: ThumbnailProps) {
  const [failures, setFailures] = useState(0);
  const replacement = standIn(picture);
  if (replacement !== undefined || failures > 1) {
    const { icon, text } = replacement ?? ({ icon: "image", text: "No preview" } as const);
    return (
      <span class="tile-note">
        <Icon name={icon} />
        {text}
      </span>
    );
  }
  // A thumbnail of a GIF cannot be made; the browser shows the file small.
  const path =
    picture.mime === "image/gif"
      ? picture.href
      : pixels > smallSide
        ? `${picture.thumbnail}?size=512`
        : picture.thumbnail;
  return (
    <img
      alt=""
      draggable={false}
      decoding="async"
      src={linkTo(path)}
      onError={() => {
        setFailures(failures + 1);
        renewLink(path);
      }}
    />
  );
}

interface TileProps extends Omit<ThumbnailProps, "picture"> {
  readonly id: string;
  /** Undefined until it is read. */
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

/** What a screen reader says of an image. */
export function nameOf({ prompt, name, workflow, starred, state }: Picture): string {
  const text = prompt.trim() === "" ? name : prompt;
  const short = text.length > maxNameLength ? `${text.slice(0, maxNameLength)}…` : text;
  const states = { there: [], missing: ["file missing"], refused: ["not shown"] }[state];
  return [short, workflow, ...(starred ? ["starred"] : []), ...states].join(", ");
}

export function Tile({
  id,
  picture,
  pixels,
  position,
  total,
  left,
  top,
  side,
  isActive,
  isSelected,
}: TileProps) {
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
        <span class="tile-star">
          <Icon name="star" filled />
        </span>
      )}
      {isSelected && (
        <span class="tile-check">
          <Icon name="check" />
        </span>
      )}
    </div>
  );
}

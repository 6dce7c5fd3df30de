// The buttons above an image.

import type { Picture } from "@pictor/client";
import { Button, IconButton } from "../parts/button.js";
import { Menu } from "../parts/menu.js";
import {
  download,
  fileOf,
  imageWorkflows,
  isVideo,
  moveToTrash,
  restore,
  sendTo,
  star,
  useSettings,
  type Load,
} from "./actions.js";

interface SendMenuProps {
  readonly label: string;
  readonly load: Load;
  readonly onSent?: (() => void) | undefined;
}

/** The workflows that start from an image. */
export function SendMenu({ label, load, onSent }: SendMenuProps) {
  return (
    <Menu
      label={label}
      items={imageWorkflows().map((workflow) => ({
        id: workflow.id,
        text: workflow.title,
        description: workflow.description,
        run: () => sendTo(workflow, load, onSent),
      }))}
    />
  );
}

interface ImageActionsProps {
  readonly picture: Picture;
  /** Called when the user continues in the form. */
  readonly onLeave: () => void;
  readonly onCompare: () => void;
}

export function ImageActions({ picture, onLeave, onCompare }: ImageActionsProps) {
  const { id, starred, deleted, state } = picture;
  const isThere = state === "there";
  const load: Load<File> = (signal) => fileOf(picture, signal);
  if (deleted) return <Button onClick={() => restore([id])}>Restore</Button>;
  return (
    <div class="row wrap">
      <Button onClick={() => useSettings(picture, onLeave)}>Use these settings</Button>
      {isThere && !isVideo(picture) && <SendMenu label="Send to…" load={load} onSent={onLeave} />}
      <div class="row">
        <IconButton
          icon="star"
          name="Star"
          pressed={starred}
          filled={starred}
          onClick={() => star([id], !starred)}
        />
        <IconButton icon="compare" name="Compare with the image before it" onClick={onCompare} />
        <IconButton icon="download" name="Download" disabled={!isThere} onClick={() => download(load)} />
        <IconButton icon="trash" name="Move to the trash" onClick={() => moveToTrash([id])} />
      </div>
    </div>
  );
}

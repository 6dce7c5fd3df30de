// A file that the user drops, chooses or pastes, and that is sent to the server; or a path on the server's machine.

import type { TextField } from "@pictor/client";
import { useState } from "preact/hooks";
import { shownError } from "../api/errors.js";
import { filledText, recordOrEmpty } from "../api/guards.js";
import { uploadName } from "../api/send-file.js";
import { useBlobAddress } from "../parts/blob-address.js";
import { Button, IconButton } from "../parts/button.js";
import { FileButton, useFileDrop } from "../parts/file-choice.js";
import { Icon } from "../parts/icon.js";
import { useNewest } from "../parts/use-newest.js";
import { useRead } from "../api/use-resource.js";
import type { ControlProps } from "../dialect/control.js";
import { useFormTools } from "../dialect/tools.js";
import { TextInput } from "../parts/text-input.js";

const uploadOf = (value: unknown): string | undefined => filledText(recordOrEmpty(value)["$upload"]);

const images = "image/png,image/jpeg,image/webp";
/** What a field says of its files, and which the browser offers; without `accept` a path can only be typed. */
const kinds: Readonly<
  Record<
    "image" | "graph" | "text",
    { readonly noun: string; readonly placeholder: string; readonly accept?: string }
  >
> = {
  image: { noun: "Image", placeholder: "Drop an image, or type a path", accept: images },
  graph: {
    noun: "Graph",
    placeholder: "Drop a workflow or an image, or type a path",
    accept: `${images},application/json,.json`,
  },
  text: { noun: "File", placeholder: "Path" },
};

/** Shows the image of an upload. */
function UploadedImage({ id }: { readonly id: string }) {
  const { readUpload } = useFormTools();
  const address = useBlobAddress(useRead(id, async () => readUpload?.(id)));
  return <img class="upload-image" alt="The chosen image" src={address} />;
}

export function PathControl(props: ControlProps<TextField>) {
  const { control, field, value, masked, onChange } = props;
  const kind = kinds[field["x-file"] ?? "image"];
  const isGraph = field["x-file"] === "graph";
  const { upload, drawMask } = useFormTools();
  const [note, setNote] = useState<{ readonly text: string; readonly isError: boolean }>();
  const uploaded = uploadOf(value);
  const change = useNewest(onChange);
  const showError = (error: unknown): void => setNote({ text: shownError(error).text, isError: true });
  const send = (file: File | undefined): void => {
    if (file === undefined || upload === undefined) return;
    setNote({ text: `Sending ${file.name}…`, isError: false });
    upload(file).then((reference) => {
      setNote(undefined);
      change(reference);
    }, showError);
  };
  const { isOver, handlers } = useFileDrop(send);
  const imageId = uploadOf(masked?.image);
  const draw = (): void => {
    if (imageId === undefined || drawMask === undefined) return;
    drawMask(imageId, uploaded).then(send, showError);
  };
  const pathInput = (
    <TextInput
      {...control}
      look="mono grow"
      value={typeof value === "string" ? value : ""}
      placeholder={upload === undefined || kind.accept === undefined ? "Path" : kind.placeholder}
      onText={(text) => {
        setNote(undefined);
        onChange(text === "" ? undefined : text);
      }}
      onPaste={(event) => {
        const file = event.clipboardData?.files[0];
        if (file === undefined) return;
        event.preventDefault();
        send(file);
      }}
    />
  );
  if (upload === undefined || kind.accept === undefined) return pathInput;
  return (
    <div class={isOver ? "drop over" : "drop"} {...handlers}>
      {uploaded === undefined ? (
        <div class="row">
          {pathInput}
          <FileButton accept={kind.accept} onFile={send}>
            Choose…
          </FileButton>
        </div>
      ) : (
        <div class="row" id={control.id} tabIndex={-1}>
          {isGraph ? <Icon name="graph" /> : <UploadedImage id={uploaded} />}
          <span class="grow small muted ellipsis">
            {uploadName(uploaded) ?? `${kind.noun} ${uploaded.slice(0, 8)}`}
          </span>
          <IconButton
            icon="close"
            name={`Remove the ${kind.noun.toLowerCase()}`}
            onClick={() => onChange(undefined)}
          />
        </div>
      )}
      {masked !== undefined && drawMask !== undefined && (
        <Button
          disabled={imageId === undefined}
          title={imageId === undefined ? "Choose or drop an image first" : undefined}
          onClick={draw}
        >
          <Icon name="brush" />
          {uploaded === undefined ? "Draw a mask" : "Change the mask"}
        </Button>
      )}
      {note !== undefined && (
        <p class={note.isError ? "small error" : "small muted"} role={note.isError ? "alert" : "status"}>
          {note.text}
        </p>
      )}
    </div>
  );
}

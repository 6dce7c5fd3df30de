// The mask editor. A workflow makes the painted areas of the image anew. The code of the editor is loaded when it is
// first opened.

import { useRef, useState } from "preact/hooks";
import { useAttempt } from "../parts/attempt.js";
import { AttemptNote } from "../parts/attempt-note.js";
import { Button, IconButton } from "../parts/button.js";
import { ConfirmDialog } from "../parts/confirm.js";
import { Dialog } from "../parts/dialog.js";
import { sentenceCase } from "../parts/texts.js";
import { useCommands } from "../shell/commands.js";
import { openDialog, type Closable } from "../shell/open-dialog.js";
import { maskFile, paintedOf } from "./mask-canvas.js";
import { emptyHistory, redo, resized, undo, withStep, type Step } from "./mask-strokes.js";
import { MaskSurface } from "./mask-surface.js";
import type { Size } from "./zoom.js";
import { useZoom, ZoomButtons } from "./zoomable.js";

interface MaskEditorProps extends Closable {
  readonly address: string;
  readonly size: Size;
  readonly base?: HTMLCanvasElement;
  /** Called with the mask, or without one if the user has cancelled. */
  readonly onDone: (mask?: File) => void;
}

const firstSizes = 12;

function MaskEditor({ address, size, base, onClose, ...props }: MaskEditorProps) {
  const [history, setHistory] = useState(emptyHistory);
  const [tool, setTool] = useState<"brush" | "eraser">("brush");
  const [width, setWidth] = useState(Math.max(1, Math.round(Math.max(size.width, size.height) / firstSizes)));
  const zoom = useZoom("mask");
  const [isLeaving, setLeaving] = useState(false);
  const attempt = useAttempt("the file of the mask");
  const canvas = useRef<HTMLCanvasElement | undefined>(undefined);
  const onDone = (mask?: File): void => {
    onClose();
    props.onDone(mask);
  };
  const step = (made: Step): void => setHistory((now) => withStep(now, made));
  const does = (kind: "fill" | "clear" | "invert") => () => step({ kind });
  const back = (): void => setHistory(undo);
  const again = (): void => setHistory(redo);
  const leave = (): void => {
    if (history.done.length === 0) onDone();
    else setLeaving(true);
  };
  const use = (): void => {
    const { current } = canvas;
    if (current === undefined) return;
    void attempt
      .run(() => maskFile(current))
      .then((file) => {
        if (file !== undefined) onDone(file);
      });
  };
  const choose = (next: "brush" | "eraser") => () => setTool(next);
  const grow = (direction: 1 | -1) => () => setWidth((now) => resized(now, direction));
  useCommands([
    { id: "dialog.mask.smaller", title: "Smaller brush", keys: "[", run: grow(-1) },
    { id: "dialog.mask.larger", title: "Larger brush", keys: "]", run: grow(1) },
    { id: "dialog.mask.brush", title: "Brush", keys: "b", run: choose("brush") },
    { id: "dialog.mask.eraser", title: "Eraser", keys: "e", run: choose("eraser") },
    { id: "dialog.mask.invert", title: "Invert the mask", keys: "i", run: does("invert") },
    { id: "dialog.mask.undo", title: "Undo", keys: "mod+z", run: back },
    { id: "dialog.mask.redo", title: "Redo", keys: "mod+y", run: again },
    { id: "dialog.mask.use", title: "Use the mask", keys: "mod+Enter", run: use },
  ]);
  return (
    <Dialog full title="Draw a mask" onClose={leave}>
      <div
        class="column grow"
        onKeyDown={(event) => {
          const isRedo =
            event.shiftKey && (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z";
          if (!isRedo) return;
          event.preventDefault();
          again();
        }}
      >
        <MaskSurface
          {...{ address, size, tool, width, zoom, steps: history.done }}
          {...(base !== undefined && { base })}
          onStep={step}
          onCanvas={(element) => (canvas.current = element)}
        />
        <AttemptNote of={attempt} />
        {isLeaving && (
          <ConfirmDialog
            title="Discard the mask?"
            action="Discard"
            onClose={() => setLeaving(false)}
            onConfirm={() => onDone()}
          >
            <p>It is not in the form yet.</p>
          </ConfirmDialog>
        )}
        <div class="row wrap foot" role="toolbar" aria-label="Mask">
          <div class="row" role="group" aria-label="Tool">
            {(["brush", "eraser"] as const).map((each) => (
              <Button key={each} pressed={tool === each} onClick={choose(each)}>
                {sentenceCase(each)}
              </Button>
            ))}
          </div>
          <label class="row mask-size">
            <span class="label">Size</span>
            <input
              type="range"
              min={1}
              max={Math.max(64, Math.round(Math.max(size.width, size.height) / 2))}
              value={width}
              aria-valuetext={`${width} pixels`}
              onInput={(event) => setWidth(Number(event.currentTarget.value))}
            />
            <span class="mono">{width} px</span>
          </label>
          <div class="row tight-row">
            <IconButton icon="undo" name="Undo" disabled={history.done.length === 0} onClick={back} />
            <IconButton icon="redo" name="Redo" disabled={history.undone.length === 0} onClick={again} />
          </div>
          <div class="row tight-row">
            {(["fill", "clear", "invert"] as const).map((kind) => (
              <Button key={kind} look="plain" onClick={does(kind)}>
                {sentenceCase(kind)}
              </Button>
            ))}
          </div>
          <ZoomButtons {...zoom} />
          <span class="grow" />
          <Button look="primary" onClick={use}>
            Use the mask
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/**
 * Lets the user draw a mask for an image, or continue an existing mask. Resolves to a PNG of the size of the image,
 * white where the image is made anew, or to undefined if the user has cancelled. Rejects if the browser cannot decode
 * the image.
 */
export async function openMaskEditor(image: Blob, mask?: Blob): Promise<File | undefined> {
  const bitmap = await createImageBitmap(image);
  const size = { width: bitmap.width, height: bitmap.height };
  bitmap.close();
  const base = mask === undefined ? undefined : paintedOf(await createImageBitmap(mask), size);
  const address = URL.createObjectURL(image);
  try {
    return await new Promise<File | undefined>((onDone) => {
      const props = { address, size, onDone, ...(base !== undefined && { base }) };
      openDialog(() => Promise.resolve(MaskEditor), props);
    });
  } finally {
    URL.revokeObjectURL(address);
  }
}

// Actions of the user on images of the gallery: star, trash, use of the settings, download.

import type { Picture, Workflow } from "@pictor/client";
import { knownWorkflows, workflowOf } from "../api/catalog.js";
import { calls } from "../api/session.js";
import { uploadFile } from "../api/send-file.js";
import { changeDraft, draft, recall } from "../draft/current-draft.js";
import { recallFile } from "../draft/recall-file.js";
import { defaultsOf } from "../dialect/schema.js";
import { withParam, withWorkflow } from "../draft/draft.js";
import { Attempt } from "../parts/attempt.js";
import { saveDownload } from "../parts/download.js";
import { showUndo } from "../parts/toasts.js";
import { goTo } from "../shell/place.js";
import { filter, reload, showChanged, removeFromView } from "./gallery-state.js";
import { imageFieldOf } from "./image-field.js";
import { chunksOf } from "./selection.js";
import { counted } from "../parts/texts.js";

/** The actions on images, of which the gallery, its dialogs and the stage show the last one. */
export const imageAction = new Attempt();

const perRequest = 500;

/** Performs an action, and calls `done` if it has succeeded. */
function act(work: (signal: AbortSignal) => Promise<void>, done?: () => void): void {
  const succeeds = (signal: AbortSignal): Promise<boolean> => work(signal).then(() => true);
  void imageAction.run(succeeds).then((isDone) => {
    if (isDone === true) done?.();
  });
}

export const star = (ids: readonly string[], starred: boolean): void =>
  act(async () => {
    for (const id of ids) showChanged(await calls().changePicture({ params: { id }, body: { starred } }));
  });

export const restore = (ids: readonly string[]): void =>
  act(async () => {
    for (const some of chunksOf(ids, perRequest)) await calls().restorePictures({ body: { ids: some } });
    if (filter.peek().deleted) removeFromView(ids);
    else await reload();
  });

/** Moves images to the trash, and shows a message with an undo button. */
export const moveToTrash = (ids: readonly string[]): void =>
  act(async () => {
    for (const some of chunksOf(ids, perRequest)) await calls().deletePictures({ body: { ids: some } });
    removeFromView(ids);
    showUndo(`${counted(ids.length, "image")} moved to the trash.`, () => restore(ids));
  });

export async function fileOf({ id, name, mime = "" }: Picture, signal: AbortSignal): Promise<File> {
  const reply = await calls().readPictureFile({ params: { id }, signal });
  return new File([await reply.blob()], name, { type: mime });
}

export const isVideo = ({ mime = "" }: Pick<Picture, "mime">): boolean => mime.startsWith("video/");
const hasMetadata = ({ mime = "" }: Picture): boolean =>
  ["image/png", "image/jpeg", "image/webp"].includes(mime);

/** Fills the form with the settings of an image: those in its file, or without a file those in the journal. */
export const useSettings = (picture: Picture, done?: () => void): void =>
  act(async (signal) => {
    if (picture.state === "there" && hasMetadata(picture)) {
      if ((await recallFile(await fileOf(picture, signal))) === true) return;
    }
    const { workflow, params = {}, features = [], seed } = picture;
    recall(
      {
        workflow,
        count: 1,
        params: { ...params, ...(seed !== undefined && { seed }) },
        features: features.flatMap(({ id, settings }) =>
          typeof id === "string" ? [{ id, settings: (settings ?? {}) as Record<string, unknown> }] : [],
        ),
      },
      ["The settings come from the journal, because the file of the image has none."],
    );
  }, done);

/** The workflows that start from an image. */
export const imageWorkflows = (): readonly Workflow[] =>
  knownWorkflows.value.filter((workflow) => imageFieldOf(workflow) !== undefined);

/** Reads the file of an image, which may be with a backend. */
export type Load<File extends Blob = Blob> = (signal: AbortSignal) => Promise<File>;

/** Uploads an image, and sets it in the form of a workflow. */
export const sendTo = (workflow: Workflow, load: Load, done?: () => void): void =>
  act(async (signal) => {
    const field = imageFieldOf(workflow);
    if (field === undefined) return;
    const reference = await uploadFile(await load(signal));
    const before = draft.value;
    const defaults = defaultsOf(workflowOf(before.workflow)?.params);
    const next = withWorkflow(before, workflow.id, field.names, defaults);
    changeDraft(
      withParam(next, field.name, field.isList ? [reference] : reference),
      `The image is in the form of ${workflow.title}.`,
    );
    goTo("generate");
  }, done);

/** Saves a file where the browser saves downloads. */
export const download = (load: Load<File>): void =>
  act(async (signal) => {
    const file = await load(signal);
    saveDownload(file, file.name);
  });

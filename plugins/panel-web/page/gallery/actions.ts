// Actions of the user on images of the gallery: star, trash, use of the settings, download.

import type { Picture, Workflow } from "@pictor/client";
import { signal } from "@preact/signals";
import { shownError, type ShownError } from "../api/errors.js";
import { workflows } from "../api/catalog.js";
import { calls } from "../api/session.js";
import { uploadFile } from "../api/send-file.js";
import { draft, recall } from "../draft/current-draft.js";
import { recallFile } from "../draft/recall-file.js";
import { defaultsOf } from "../dialect/schema.js";
import { withParam, withWorkflow } from "../draft/draft.js";
import { saveDownload } from "../parts/download.js";
import { showToast } from "../parts/toasts.js";
import { goTo } from "../shell/place.js";
import { filter, reload, showChanged, removeFromView } from "./gallery-state.js";
import { imageFieldOf } from "./image-field.js";
import { chunksOf } from "./selection.js";

/** Why the last action failed. The gallery and its dialogs show the error until the next action. */
export const actionError = signal<ShownError | undefined>(undefined);

const perRequest = 500;

/** Performs an action, and resolves to whether it has succeeded. */
async function attempt(work: () => Promise<void>): Promise<boolean> {
  actionError.value = undefined;
  try {
    await work();
    return true;
  } catch (error) {
    actionError.value = shownError(error);
    return false;
  }
}

export const imagesText = (count: number): string => (count === 1 ? "1 image" : `${count} images`);

export const star = (ids: readonly string[], starred: boolean): Promise<boolean> =>
  attempt(async () => {
    for (const id of ids) showChanged(await calls().changePicture({ params: { id }, body: { starred } }));
  });

export const restore = (ids: readonly string[]): Promise<boolean> =>
  attempt(async () => {
    for (const some of chunksOf(ids, perRequest)) await calls().restorePictures({ body: { ids: some } });
    if (filter.peek().deleted) removeFromView(ids);
    else await reload();
  });

/** Moves images to the trash, and shows a message with an undo button. */
export const moveToTrash = (ids: readonly string[]): Promise<boolean> =>
  attempt(async () => {
    for (const some of chunksOf(ids, perRequest)) await calls().deletePictures({ body: { ids: some } });
    removeFromView(ids);
    showToast(`${imagesText(ids.length)} moved to the trash.`, {
      text: "Undo",
      run: () => void restore(ids),
    });
  });

export async function fileOf({ id, name, mime = "" }: Picture): Promise<File> {
  const reply = await calls().readPictureFile({ params: { id } });
  return new File([await reply.blob()], name, { type: mime });
}

export const isVideo = ({ mime = "" }: Pick<Picture, "mime">): boolean => mime.startsWith("video/");
const hasMetadata = ({ mime = "" }: Picture): boolean =>
  ["image/png", "image/jpeg", "image/webp"].includes(mime);

/** Fills the form with the settings of an image: those in its file, or without a file those in the journal. */
export const useSettings = (picture: Picture): Promise<boolean> =>
  attempt(async () => {
    if (picture.state === "there" && hasMetadata(picture)) {
      if ((await recallFile(await fileOf(picture))) === true) return;
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
      ["They come from the journal, because the file of the image has none."],
    );
  });

/** The workflows that start from an image. */
export const imageWorkflows = (): readonly Workflow[] =>
  (workflows.state.value.value ?? []).filter((workflow) => imageFieldOf(workflow) !== undefined);

/** Uploads an image, and sets it in the form of a workflow. */
export const sendTo = (workflow: Workflow, load: () => Promise<Blob>): Promise<boolean> =>
  attempt(async () => {
    const field = imageFieldOf(workflow);
    if (field === undefined) return;
    const reference = await uploadFile(await load());
    const before = draft.value;
    const shown = workflows.state.value.value?.find(({ id: each }) => each === before.workflow);
    draft.value = withParam(
      withWorkflow(before, workflow.id, field.names, defaultsOf(shown?.params)),
      field.name,
      field.isList ? [reference] : reference,
    );
    goTo("generate");
    showToast(`The image is in the form of ${workflow.title}.`, {
      text: "Undo",
      run: () => {
        draft.value = before;
      },
    });
  });

/** Saves a file where the browser saves downloads. */
export const downloadResult = (load: () => Promise<File>): Promise<boolean> =>
  attempt(async () => {
    const file = await load();
    saveDownload(file, file.name);
  });

export const download = (picture: Picture): Promise<boolean> => downloadResult(() => fileOf(picture));

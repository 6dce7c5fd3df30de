// Routes: the saved outputs of the journal as a gallery.

import { wordsOf } from "@pictor/host";
import { fault } from "../contract/faults.js";
import type { Handlers } from "../http/handler.js";
import type { ServedFile } from "../pictures/gallery.js";
import { thumbnailResponse } from "../pictures/thumbnail-response.js";
import type { RouteDependencies } from "./dependencies.js";
import { mediaResponse } from "./output-response.js";
import { pageOf } from "./page.js";

function requireTime(name: string, text: string | undefined): void {
  if (text === undefined || !Number.isNaN(Date.parse(text))) return;
  const expected = "a time in ISO 8601";
  throw fault("API_INPUT_INVALID", {
    ...{ pointer: `The parameter ${name}`, expected, found: JSON.stringify(text), suggestion: "" },
  });
}

export const pictureHandlers = ({
  gallery,
  thumbnails,
}: RouteDependencies): Handlers<
  | "listPictures"
  | "readPicture"
  | "readPictureFile"
  | "readPictureThumbnail"
  | "changePicture"
  | "deletePictures"
  | "restorePictures"
> => ({
  listPictures: async ({ query }) => {
    const { search = "", workflow, model, owner, from, to, starred, deleted = "false" } = query;
    requireTime("from", from);
    requireTime("to", to);
    const ids = await gallery.select({
      ...{ words: wordsOf(search), workflow, model, owner, from, to, deleted: deleted === "true" },
      starred: starred === undefined ? undefined : starred === "true",
    });
    const { entries, cursor } = pageOf(ids, query.cursor ?? String(query.offset ?? 0), query.limit);
    const pictures = [...(await gallery.view(entries))];
    return { status: 200, json: { pictures, total: ids.length, ...(cursor !== undefined && { cursor }) } };
  },
  readPicture: async ({ params: { id } }) => ({ status: 200, json: await gallery.get(id) }),
  readPictureFile: async ({ params: { id }, request }) => {
    const read = ({ path, mime, name }: ServedFile): Promise<Response> =>
      mediaResponse(path, mime, name, request.headers.get("range"));
    const file = await gallery.fileOf(id);
    try {
      return await read(file);
    } catch (error) {
      // The file was moved to the trash or back meanwhile, or is missing; for a missing file, `fileOf` throws.
      const now = await gallery.fileOf(id);
      if (now.path === file.path) throw error;
      return read(now);
    }
  },
  readPictureThumbnail: async ({ params: { id }, query: { size }, request, signal }) =>
    thumbnailResponse(thumbnails, id, await gallery.fileOf(id), { size, request, signal }),
  changePicture: async ({ params: { id }, body: { starred } }) => ({
    status: 200,
    json: await gallery.star(id, starred),
  }),
  deletePictures: async ({ body: { ids } }) => {
    const pictures = await gallery.remove(ids);
    return { status: 200, json: { pictures: [...pictures], total: pictures.length } };
  },
  restorePictures: async ({ body: { ids } }) => {
    const pictures = await gallery.restore(ids);
    return { status: 200, json: { pictures: [...pictures], total: pictures.length } };
  },
});

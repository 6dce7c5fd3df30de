// Routes: the saved outputs of the journal as a gallery.

import { selectEntries, wordsOf } from "@pictor/host";
import { fault } from "../contract/faults.js";
import type { Handlers } from "../http/handler.js";
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
}: RouteDependencies): Handlers<
  "listPictures" | "readPicture" | "readPictureFile" | "changePicture" | "deletePictures" | "restorePictures"
> => ({
  listPictures: async ({ query }) => {
    const { search = "", workflow, model, from, to, starred, deleted = "false" } = query;
    requireTime("from", from);
    requireTime("to", to);
    const listed = (await gallery.list()).filter(
      (one) =>
        one.deleted === (deleted === "true") &&
        (starred === undefined || one.starred === (starred === "true")),
    );
    const byEntry = new Map(listed.map((one) => [one.entry, one]));
    const filter = { words: wordsOf(search), workflow, model, from, to };
    const chosen = selectEntries([...byEntry.keys()], filter).flatMap((entry) => byEntry.get(entry) ?? []);
    const { entries, cursor } = pageOf(chosen, query.cursor, query.limit);
    const pictures = await Promise.all(entries.map(gallery.view));
    return {
      status: 200,
      json: { pictures, total: chosen.length, ...(cursor !== undefined && { cursor }) },
    };
  },
  readPicture: async ({ params: { id } }) => ({
    status: 200,
    json: await gallery.view(await gallery.get(id)),
  }),
  readPictureFile: async ({ params: { id }, request }) => {
    const listed = await gallery.get(id);
    const { path, mime } = await gallery.fileOf(listed);
    const { name } = await gallery.view(listed);
    return mediaResponse(path, mime, name, request.headers.get("range"));
  },
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

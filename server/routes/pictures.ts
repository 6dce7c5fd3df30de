// Routes: the saved outputs of the journal as a gallery.

import { wordsOf } from "@pictor/features/gallery";
import { inputInvalid, cursor, limit, ok, thumbnail } from "@pictor/features/base";
import type { ServedFile } from "../pictures/gallery.js";
import { thumbnailResponse } from "../pictures/thumbnail-response.js";
import { route } from "./route.js";
import { mediaResponse } from "./output-response.js";
import { pageOf } from "./page.js";

function requireTime(name: string, text: string | undefined): void {
  if (text === undefined || !Number.isNaN(Date.parse(text))) return;
  throw inputInvalid(`The parameter ${name}`, "a time in ISO 8601", JSON.stringify(text));
}

export const pictureRoutes = {
  listPictures: route({
    method: "GET",
    path: "/v1/pictures",
    scope: "read",
    group: "pictures",
    summary: "The saved images, newest first: those of the token's name, for the scopes read and admin all",
    query: {
      search: {
        type: "string",
        description:
          "Words that the prompt, the negative prompt, the model or the workflow must contain, or that are the seed, as `42` or `seed:42`",
      },
      workflow: { type: "string", description: "Only images of this workflow" },
      model: { type: "string", description: "Only images whose setting `model` contains this text" },
      owner: { type: "string", description: "Only images that the token of this name has asked for" },
      from: { type: "string", description: "Only images from this time on, in ISO 8601" },
      to: { type: "string", description: "Only images up to this time, in ISO 8601" },
      starred: {
        type: "string",
        enum: ["true", "false"],
        description: "Only images with, or without, a star",
      },
      deleted: {
        type: "string",
        enum: ["true", "false"],
        description: "`true`: the images in the trash; default: those that are not",
      },
      offset: {
        type: "integer",
        minimum: 0,
        maximum: 999_999_999,
        description: "In place of a cursor: how many of the newest matching images are left out",
      },
      cursor,
      limit,
    },
    replies: ok("PictureList", "The images; one whose file was moved has the state `missing`"),
  }).handle(async ({ query, caller }, { gallery }) => {
    const images = gallery.seenBy(caller);
    const { search = "", workflow, model, owner, from, to, starred, deleted = "false" } = query;
    requireTime("from", from);
    requireTime("to", to);
    const ids = await images.select({
      words: wordsOf(search),
      workflow,
      model,
      owner,
      from,
      to,
      deleted: deleted === "true",
      starred: starred === undefined ? undefined : starred === "true",
    });
    const { entries, cursor } = pageOf(ids, query.cursor ?? String(query.offset ?? 0), query.limit);
    const pictures = [...(await images.view(entries))];
    return { pictures, total: ids.length, ...(cursor !== undefined && { cursor }) };
  }),
  readPicture: route({
    method: "GET",
    path: "/v1/pictures/{id}",
    scope: "read",
    group: "pictures",
    summary: "An image with the settings that made it",
    replies: ok("Picture", "The image"),
  }).handle(async ({ params: { id }, caller }, { gallery }) => await gallery.seenBy(caller).get(id)),
  readPictureFile: route({
    method: "GET",
    path: "/v1/pictures/{id}/file",
    scope: "read",
    linkable: true,
    group: "pictures",
    summary: "The bytes of an image or a video, also in ranges",
    replies: {
      200: {
        description: "The file",
        media: ["image/png", "image/jpeg", "image/webp", "image/gif", "video/mp4", "video/webm"],
      },
      206: {
        description: "The range",
        media: ["image/png", "image/jpeg", "image/webp", "image/gif", "video/mp4", "video/webm"],
      },
      416: { description: "The range is outside of the file" },
    },
  }).handle(async ({ params: { id }, request, caller }, { gallery }) => {
    const images = gallery.seenBy(caller);
    const read = ({ path, mime, name }: ServedFile): Promise<Response> =>
      mediaResponse(path, mime, name, request.headers.get("range"));
    const file = await images.fileOf(id);
    try {
      return await read(file);
    } catch (error) {
      // The file was moved to the trash or back meanwhile, or is missing; for a missing file, `fileOf` throws.
      const now = await images.fileOf(id);
      if (now.path === file.path) throw error;
      return read(now);
    }
  }),
  readPictureThumbnail: route({
    method: "GET",
    path: "/v1/pictures/{id}/thumbnail",
    scope: "read",
    linkable: true,
    group: "pictures",
    summary: "A small image of a PNG, JPEG or WebP image, with an ETag",
    ...thumbnail,
  }).handle(async ({ params: { id }, query: { size }, request, caller, signal }, { gallery, thumbnails }) => {
    const file = await gallery.seenBy(caller).fileOf(id);
    return thumbnailResponse(thumbnails, id, file, { size, request, signal });
  }),
  changePicture: route({
    method: "PATCH",
    path: "/v1/pictures/{id}",
    scope: "generate",
    group: "pictures",
    summary: "Give an image of the token's name a star, or take it away; for the scope admin any image",
    body: "PictureChange",
    replies: ok("Picture", "The image"),
  }).handle(async ({ params: { id }, body: { starred }, caller }, { gallery }) =>
    gallery.seenBy(caller).star(id, starred),
  ),
  deletePictures: route({
    method: "POST",
    path: "/v1/pictures/delete",
    scope: "generate",
    group: "pictures",
    summary: "Move images to the trash",
    body: "PictureIds",
    replies: ok("PictureList", "The images that are in the trash now"),
  }).handle(async ({ body: { ids }, caller }, { gallery }) => {
    const pictures = await gallery.seenBy(caller).remove(ids);
    return { pictures: [...pictures], total: pictures.length };
  }),
  restorePictures: route({
    method: "POST",
    path: "/v1/pictures/restore",
    scope: "generate",
    group: "pictures",
    summary: "Move images from the trash back to where they were",
    body: "PictureIds",
    replies: ok("PictureList", "The images"),
  }).handle(async ({ body: { ids }, caller }, { gallery }) => {
    const pictures = await gallery.seenBy(caller).restore(ids);
    return { pictures: [...pictures], total: pictures.length };
  }),
} as const;

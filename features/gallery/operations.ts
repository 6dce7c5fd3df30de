// The operations on the saved outputs of the journal as a gallery. Files and thumbnails need the request, and are
// routes of the server.

import { cursor, inputInvalid, limit, ok, operation, pageOf, wordsOf } from "../base/index.js";
import type { Gallery } from "./gallery.js";

export interface GalleryContext {
  readonly gallery: Gallery;
}

function requireTime(name: string, text: string | undefined): void {
  if (text === undefined || !Number.isNaN(Date.parse(text))) return;
  throw inputInvalid(`The parameter ${name}`, "a time in ISO 8601", JSON.stringify(text));
}

export const galleryOperations = {
  listPictures: operation("GET /v1/pictures", {
    scope: "read",
    group: "pictures",
    summary:
      "The saved images, newest first: those of the token's name, or all for the scopes read and admin",
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
        description: "Instead of a cursor: how many of the newest matching images are left out",
      },
      cursor,
      limit,
    },
    replies: ok("PictureList", "The images; one whose file was moved has the state `missing`"),
  }).handle(async ({ query, caller }, { gallery }: GalleryContext) => {
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
    const { entries, ...page } = pageOf(ids, query.cursor ?? String(query.offset ?? 0), query.limit);
    const pictures = [...(await images.view(entries))];
    return { pictures, total: ids.length, ...page };
  }),
  readPicture: operation("GET /v1/pictures/{id}", {
    scope: "read",
    group: "pictures",
    summary: "An image with the settings that made it",
    replies: ok("Picture", "The image"),
  }).handle(
    async ({ params: { id }, caller }, { gallery }: GalleryContext) => await gallery.seenBy(caller).get(id),
  ),
  changePicture: operation("PATCH /v1/pictures/{id}", {
    scope: "generate",
    group: "pictures",
    summary: "Give an image of the token's name a star, or remove the star; for the scope admin, any image",
    body: "PictureChange",
    replies: ok("Picture", "The image"),
  }).handle(async ({ params: { id }, body: { starred }, caller }, { gallery }: GalleryContext) =>
    gallery.seenBy(caller).star(id, starred),
  ),
  deletePictures: operation("POST /v1/pictures/delete", {
    scope: "generate",
    group: "pictures",
    summary: "Move images to the trash",
    body: "PictureIds",
    replies: ok("PictureList", "The images that are in the trash now"),
  }).handle(async ({ body: { ids }, caller }, { gallery }: GalleryContext) => {
    const pictures = await gallery.seenBy(caller).remove(ids);
    return { pictures: [...pictures], total: pictures.length };
  }),
  restorePictures: operation("POST /v1/pictures/restore", {
    scope: "generate",
    group: "pictures",
    summary: "Move images from the trash back to where they were",
    body: "PictureIds",
    replies: ok("PictureList", "The images"),
  }).handle(async ({ body: { ids }, caller }, { gallery }: GalleryContext) => {
    const pictures = await gallery.seenBy(caller).restore(ids);
    return { pictures: [...pictures], total: pictures.length };
  }),
} as const;

// Routes: the files of saved images and their thumbnails.

import type { ServedFile } from "@pictor/features/gallery";
import { ranges, thumbnail } from "@pictor/features/base";
import { thumbnailResponse } from "../pictures/thumbnail-response.js";
import { route } from "./route.js";
import { mediaResponse, shownMedia } from "./output-response.js";

export const pictureRoutes = {
  readPictureFile: route("GET /v1/pictures/{id}/file", {
    scope: "read",
    linkable: true,
    group: "pictures",
    summary: "The bytes of an image or a video, also in ranges",
    replies: ranges(...shownMedia),
  }).handle(async ({ params: { id }, request, caller }, { gallery }) => {
    const images = gallery.seenBy(caller);
    const read = ({ path, mime, name }: ServedFile): Promise<Response> =>
      mediaResponse(path, mime, name, request.headers.get("range"));
    const file = await images.fileOf(id);
    try {
      return await read(file);
    } catch (error) {
      // The file was moved to the trash or back in the meantime, or is missing; for a missing file, `fileOf` throws.
      const now = await images.fileOf(id);
      if (now.path === file.path) throw error;
      return read(now);
    }
  }),
  readPictureThumbnail: route("GET /v1/pictures/{id}/thumbnail", {
    scope: "read",
    linkable: true,
    group: "pictures",
    summary: "A small image of a PNG, JPEG or WebP image, with an ETag",
    ...thumbnail,
  }).handle(async ({ params: { id }, query: { size }, request, caller, signal }, { gallery, thumbnails }) => {
    const file = await gallery.seenBy(caller).fileOf(id);
    return thumbnailResponse(thumbnails, id, file, { size, request, signal });
  }),
} as const;

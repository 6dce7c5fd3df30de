// Routes: the saved outputs of the journal as a gallery.

import { cursor, limit, ok, thumbnail } from "./route-parameters.js";
import type { RouteSpec } from "./route-spec.js";

export const picturesRoutes = {
  listPictures: {
    method: "GET",
    path: "/v1/pictures",
    scope: "read",
    group: "pictures",
    summary: "The saved images, newest first",
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
  },
  readPicture: {
    method: "GET",
    path: "/v1/pictures/{id}",
    scope: "read",
    group: "pictures",
    summary: "An image with the settings that made it",
    replies: ok("Picture", "The image"),
  },
  readPictureFile: {
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
  },
  readPictureThumbnail: {
    method: "GET",
    path: "/v1/pictures/{id}/thumbnail",
    scope: "read",
    linkable: true,
    group: "pictures",
    summary: "A small image of a PNG, JPEG or WebP image, with an ETag",
    ...thumbnail,
  },
  changePicture: {
    method: "PATCH",
    path: "/v1/pictures/{id}",
    scope: "generate",
    group: "pictures",
    summary: "Give an image a star, or take it away",
    body: "PictureChange",
    replies: ok("Picture", "The image"),
  },
  deletePictures: {
    method: "POST",
    path: "/v1/pictures/delete",
    scope: "generate",
    group: "pictures",
    summary: "Move images to the trash",
    body: "PictureIds",
    replies: ok("PictureList", "The images that are in the trash now"),
  },
  restorePictures: {
    method: "POST",
    path: "/v1/pictures/restore",
    scope: "generate",
    group: "pictures",
    summary: "Move images from the trash back to where they were",
    body: "PictureIds",
    replies: ok("PictureList", "The images"),
  },
} as const satisfies Readonly<Record<string, RouteSpec>>;

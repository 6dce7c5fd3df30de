// What the server is and has: its classes, embeddings, devices and features; and its files.

import { json, type Answer } from "../http/answer.js";
import { upload } from "../files/upload.js";
import { view } from "../files/view.js";
import { describeClasses } from "../members/homes.js";
import { classInfoOf, objectInfoOf } from "../wire/object-info.js";
import { featuresOf, systemStatsOf } from "../wire/system.js";
import { streamOf, type Route, type RouteRequest } from "./route.js";

async function allClasses({ facade, options }: RouteRequest): Promise<Answer> {
  const catalog = await facade.backend.catalog({ ...options, refresh: true });
  return json(objectInfoOf(catalog, await describeClasses(facade, catalog, undefined, options)));
}

async function oneClass({ facade, parameters: [name = ""], options }: RouteRequest): Promise<Answer> {
  const catalog = await facade.backend.catalog({ ...options, classes: [name] });
  const found = catalog.get(name);
  if (found === undefined) return json({});
  const own = await describeClasses(facade, catalog, name, options);
  return json({ [name]: classInfoOf(found, own[name]) });
}

const uploadTo =
  (kind: "image" | "mask") =>
  (request: RouteRequest): Promise<Answer> =>
    upload(
      request.facade,
      kind,
      { contentType: request.headers["content-type"] ?? "", body: streamOf(request) },
      request.options,
    );

export const serverRoutes: readonly Route[] = [
  { method: "GET", path: "/object_info", answer: allClasses },
  { method: "GET", path: "/object_info/*", answer: oneClass },
  {
    method: "GET",
    path: "/embeddings",
    answer: async ({ facade, options }) => json((await facade.backend.embeddings?.(options)) ?? []),
  },
  {
    method: "GET",
    path: "/system_stats",
    answer: async ({ facade, options }) => json(systemStatsOf(await facade.backend.info(options))),
  },
  { method: "GET", path: "/features", answer: ({ facade }) => json(featuresOf(facade.maxBodyBytes)) },
  { method: "GET", path: "/view", answer: (request) => view(request.facade, request, request.options) },
  { method: "POST", path: "/upload/image", answer: uploadTo("image") },
  { method: "POST", path: "/upload/mask", answer: uploadTo("mask") },
];

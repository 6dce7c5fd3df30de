// Routes: how an image was made, from its metadata; what a JSON file holds.

import { settingsSchemasOf } from "../forms/settings-schemas-of.js";
import { givenFile, ok } from "@pictor/features/base";
import { route } from "./route.js";

export const inspectRoutes = {
  inspect: route("POST /v1/inspect", {
    scope: "read",
    group: "uploads",
    summary:
      "How an image was made, from its metadata, or what a JSON file holds, and the values that a form can recall; the server keeps nothing",
    bytes: givenFile,
    replies: ok("Inspection", "What was found; a file without settings is a result, too"),
  }).handle(async ({ bytes }, { uploads, pictor }) => {
    const { inspectFile } = await import("./inspect-file.js");
    return await inspectFile(bytes, uploads, settingsSchemasOf(pictor));
  }),
} as const;

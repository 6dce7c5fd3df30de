// Routes: how an image was made, from its metadata; what a JSON file holds.

import { settingsSchemasOf } from "../forms/settings-schemas-of.js";
import type { Handlers } from "../http/handler.js";
import type { RouteDependencies } from "./dependencies.js";

export const inspectHandlers = ({ uploads, pictor }: RouteDependencies): Handlers<"inspect"> => ({
  inspect: async ({ bytes }) => {
    const { inspectFile } = await import("./inspect-file.js");
    return { status: 200, json: await inspectFile(bytes, uploads, settingsSchemasOf(pictor)) };
  },
});

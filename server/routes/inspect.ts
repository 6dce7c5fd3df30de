// Routes: how an image was made, from its metadata.

import { settingsSchemasOf } from "../forms/settings-schemas-of.js";
import type { Handlers } from "../http/handler.js";
import type { RouteDependencies } from "./dependencies.js";

export const inspectHandlers = ({ uploads, pictor }: RouteDependencies): Handlers<"inspect"> => ({
  inspect: async ({ bytes }) => {
    const { inspectImage } = await import("./inspect-image.js");
    return { status: 200, json: await inspectImage(bytes, uploads, settingsSchemasOf(pictor)) };
  },
});

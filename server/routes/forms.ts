// Routes: values for the forms that are open at clients.

import type { FormValues } from "@pictor/client";
import { ok, plainValues } from "@pictor/features/base";
import { route } from "./route.js";

export const formRoutes = {
  recall: route("POST /v1/recall", {
    scope: "generate",
    group: "forms",
    summary:
      "Put values into the open forms of the token's name, and of the scopes read and admin, with the event `recall`",
    body: "FormValues",
    replies: ok("Recalled", "The values were sent to the clients that read events"),
  }).handle(async ({ body, caller }, deps) => {
    const { log } = deps;
    const form: FormValues = plainValues(body);
    await deps.requireForm(form, caller);
    const { name: owner } = caller;
    const { seq } = log.publish({ type: "recall", form, by: owner }, { owner });
    return { seq };
  }),
} as const;

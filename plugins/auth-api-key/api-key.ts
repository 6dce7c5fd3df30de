// API keys: adds a name and a value to every request, and reports the status of the setting.

import { fault, httpUrl } from "@pictor/kernel/plugin";
import type { AuthSetting, AuthStatus, OutgoingRequest, SendContext } from "@pictor/kernel/plugin";
import { textOf } from "./check.js";
import { places } from "./places.js";
import type { ApiKeySettings } from "./settings.gen.js";

const blankFields = ({ settings }: AuthSetting): readonly string[] =>
  ["key", "value"].filter((field) => (settings[field] ?? "") === "");

/**
 * Creates the handler. For each origin, it reports once that a key in the query ends up in logs (RFC 9110 section
 * 17.9). Throws `AUTH_NOT_CONFIGURED` if a field is empty, and `AUTH_SETTING_INVALID` if the key is not allowed at its place.
 */
export function createAddApiKey() {
  const reportedOrigins = new Set<string>();
  return function addApiKey(
    request: OutgoingRequest,
    { report }: Pick<SendContext, "report">,
  ): OutgoingRequest {
    const blank = blankFields(request.auth);
    if (blank.length > 0) throw fault("AUTH_NOT_CONFIGURED", { where: "api-key", fields: blank.join(", ") });
    const [key, value] = [textOf(request.auth, "key"), textOf(request.auth, "value")];
    const addTo = (request.auth.settings["addTo"] ?? "header") as ApiKeySettings["addTo"];
    const place = places[addTo];
    place.require(key, value);
    const { origin } = httpUrl(request.url);
    if (addTo === "query" && !reportedOrigins.has(origin)) {
      reportedOrigins.add(origin);
      report({
        code: "AUTH_KEY_IN_QUERY",
        message: `The API key ${key} is part of the addresses sent to ${origin}: it ends up in logs and histories.`,
        hint: "Send the key in a header if the service accepts keys there.",
      });
    }
    return place.write(request, key, value);
  };
}

/** The status is `missing` while the name or the value is blank. */
export function status(setting: AuthSetting): AuthStatus {
  const fields = blankFields(setting);
  return fields.length > 0 ? { state: "missing", fields } : { state: "ready" };
}

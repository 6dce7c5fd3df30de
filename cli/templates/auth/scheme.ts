// The scheme: what it adds to a request, and whether its settings are complete.

import { fault, setHeader } from "@pictor/kernel/plugin";
import type { AuthSetting, AuthStatus, OutgoingRequest } from "@pictor/kernel/plugin";
import type { AcmeSettings } from "./settings.gen.ts";

/**
 * Adds the key. Because its tap is in the band `auth`, Pictor treats the header as a credential: it is hidden in every output, and
 * removed when a redirect leads to another origin. Without a key, an error says what is missing, and nothing is sent.
 */
export function addAcme(request: OutgoingRequest): OutgoingRequest {
  const { key } = request.auth.settings as AcmeSettings;
  if (key === "") throw fault("AUTH_NOT_CONFIGURED", { where: "acme", fields: "key" });
  return setHeader(request, "Authorization", `Key ${key}`);
}

/** Shown beside each profile. It sends no request. */
export function status({ settings }: AuthSetting): AuthStatus {
  return settings["key"] ? { state: "ready" } : { state: "missing", fields: ["key"] };
}

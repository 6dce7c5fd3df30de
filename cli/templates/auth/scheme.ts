// The scheme: what it adds to a request.

import { setHeader } from "@pictor/kernel/plugin";
import type { OutgoingRequest } from "@pictor/kernel/plugin";
import type { AcmeSettings } from "./settings.gen.ts";

/**
 * Adds the key. Pictor treats the header as a credential: it is hidden in every output, and removed when a redirect
 * leads to another origin. Because plugin.json requires a key, nothing is sent without one.
 */
export function addAcme(request: OutgoingRequest): OutgoingRequest {
  const { key } = request.auth.settings as AcmeSettings;
  return setHeader(request, "Authorization", `Key ${key}`);
}

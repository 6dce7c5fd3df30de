// Shows the user a device code, the page on which to confirm it, and a warning if that page is on a foreign site.

import type { AuthStatus, Interaction } from "@pictor/kernel/plugin";
import type { DeviceAuthorization } from "../protocol/device-grant.js";
import { foreignSiteWarnings } from "./verification-uri.js";

export type PendingStatus = Extract<AuthStatus, { readonly state: "pending" }>;

export interface DeviceFlowDisplay {
  readonly interaction: Pick<Interaction, "showCode" | "openUrl" | "show" | "progress">;
  /** The issuer and the endpoints; a verification URI should be on one of their sites. */
  readonly providerUrls: readonly string[];
  /** Receives the status of the flow; it is valid until the flow settles. */
  onPending?(status: PendingStatus): void;
}

/** The code is shown even if the opened page contains it, so that the user can compare both (RFC 8628 section 3.3.1). */
export function showUserCode(
  device: DeviceAuthorization,
  { interaction, providerUrls, onPending }: DeviceFlowDisplay,
  ended: AbortSignal,
): void {
  const { userCode, verificationUri, verificationUriComplete, expiresAtMs } = device;
  const warnings = foreignSiteWarnings(device, providerUrls);
  const notes = [...device.notes, ...warnings];
  onPending?.({ state: "pending", userCode, verificationUri, expiresAtMs, notes });
  for (const warning of warnings) interaction.show(warning);
  interaction.showCode({ code: userCode, url: verificationUri, expiresAtMs }, ended);
  // The flow neither waits for the browser nor needs it: the code is shown, and the user may confirm it on another device.
  const openPage = async () => interaction.openUrl(new URL(verificationUriComplete ?? verificationUri).href);
  openPage().catch(() => undefined);
}

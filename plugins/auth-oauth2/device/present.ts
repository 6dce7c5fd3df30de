// What the person gets to see of a device flow: the code, where to confirm it, and a warning where that is odd.

import type { AuthStatus, Interaction } from "@pictor/kernel/plugin";
import type { DeviceAnswer } from "../protocol/types.js";
import { addressToOpen, foreignSiteNotes } from "./verification.js";

export type PendingStatus = Extract<AuthStatus, { readonly state: "pending" }>;

/** Where a flow is shown. */
export interface Stage {
  readonly interaction: Pick<Interaction, "showCode" | "openUrl" | "show" | "progress">;
  /** The issuer and the endpoints in use: where a verification address should belong. Blank ones are skipped. */
  readonly providerUrls: readonly string[];
  /** Hears what a host tells of the flow while it waits; that holds until the flow's promise is settled. */
  onPending?(status: PendingStatus): void;
}

/** The code is shown even where the opened address carries it: the person compares both (RFC 8628 section 3.3.1). */
export function present(device: DeviceAnswer, stage: Stage, untilOver: AbortSignal): void {
  const { interaction } = stage;
  const { userCode, verificationUri, expiresAtMs } = device;
  const warnings = foreignSiteNotes(device, stage.providerUrls);
  const notes = [...device.notes, ...warnings];
  stage.onPending?.({ state: "pending", userCode, verificationUri, expiresAtMs, notes });
  for (const warning of warnings) interaction.show(warning);
  interaction.showCode({ code: userCode, url: verificationUri, expiresAtMs }, untilOver);
  const address = addressToOpen(device);
  if (address !== undefined) void open(interaction, address);
}

/** Not waited for: a browser that is missing, or slow to start, must not keep a confirmed code from being noticed. */
async function open(interaction: Stage["interaction"], address: string): Promise<void> {
  try {
    await interaction.openUrl(address);
  } catch {
    // The code and its address are shown in any case.
  }
}

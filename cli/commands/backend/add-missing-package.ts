// Adds a Python package that the server of a managed backend lacks to its settings, if the user agrees.

import type { BackendSettings } from "@pictor/kernel";
import { missingPackage, packageQuestion } from "@pictor/features/backends";
import type { CommandHost } from "../../session/command-host.js";
import { confirmOrThrow } from "../../session/confirm.js";
import { homePath } from "../../text/home-path.js";
import { oneLine } from "../../text/plain-text.js";
import { managedKind } from "./instance-settings.js";

/** Saves the settings of a backend in its file. */
export type Save = CommandHost["kernel"]["saveBackend"];

/**
 * Offers to add a missing Python package to the settings. Resolves to the host with the new settings; undefined if the
 * user declines or cannot be asked. `--yes` does not suffice, because the name comes from the code of ComfyUI or of an
 * extension.
 */
export async function addMissingPackage(host: CommandHost, name: string, error: unknown, save: Save) {
  const { terminal, interaction, configuration } = host;
  const settings = (configuration.values.backends?.[name] ?? { kind: managedKind }) as BackendSettings;
  const offer = missingPackage(error, settings);
  if (offer === undefined || terminal.json || !interaction.hasPerson) return undefined;
  const question = packageQuestion(name, oneLine(offer.name));
  if (!(await confirmOrThrow(host, question, undefined))) return undefined;
  terminal.say(`Saved ${name} in ${homePath(await save(name, offer.settings))}.`);
  return host.withBackend(name, offer.settings);
}

// Extensions as texts. Pure.

import type { Extension } from "@pictor/client";
import type { Tone } from "../../parts/entries.js";

/** Whether the server has an extension, in a few words. */
export function extensionState(extension: Extension): { readonly tone: Tone; readonly text: string } {
  const { enabled, loaded, failure, pending = false } = extension;
  if (!enabled) return { tone: "off", text: pending ? "Disabled after a restart" : "Disabled" };
  if (failure !== undefined) return { tone: "error", text: "Failed to load" };
  if (pending) return { tone: "warning", text: "Changes after a restart" };
  if (loaded === false) return { tone: "warning", text: "Not loaded" };
  return loaded === true ? { tone: "good", text: "Loaded" } : { tone: "off", text: "Enabled" };
}

/** The version of an extension such as `1.2.0`, else the beginning of the commit, else a text that both are unknown. */
export const versionText = ({ version, commit }: Pick<Extension, "version" | "commit">): string =>
  version ?? (commit === undefined ? "no version" : commit.slice(0, 10));

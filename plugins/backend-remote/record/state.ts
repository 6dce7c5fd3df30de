// Where a prompt is, by the server's own record.

import type { PromptState } from "@pictor/kernel/plugin";
import type { Peer } from "../http.js";
import { findPrompt } from "./find.js";
import type { FindOptions } from "./find.js";
import { verdictOf } from "./history.js";
import { reached } from "./outage.js";

/** `unknown` means that it was never here, was removed, or that the server was restarted since. */
export async function promptState(
  peer: Peer,
  promptId: string,
  options: FindOptions = {},
): Promise<PromptState> {
  const found = await reached(peer, () => findPrompt(peer, promptId, options));
  if (found === undefined) return { state: "unknown" };
  return found.in === "queue" ? found.place : verdictOf(found.item, peer.routes.view);
}

// The person's part: a browser where there is one, else the address to open and a place to paste the answer.

import { fault } from "@pictor/kernel/plugin";
import type { Interaction } from "@pictor/kernel/plugin";
import { oauthFault } from "../faults.js";
import type { Answer } from "./callback.js";
import { readPasted } from "./pasted.js";

export interface Asking {
  readonly interaction: Interaction;
  /** Aborted when the flow has ended. */
  readonly ended: AbortSignal;
  readonly authorizationUrl: string;
  readonly state: string;
  /** How long the flow waits in all. */
  readonly minutes: number;
}

const title = "Paste the address that the browser was sent to, or the code";
/** A host that answers by itself and wrongly is not asked for ever. */
const maxAttempts = 10;

/** Asks until something usable is pasted; undefined when nobody can be asked. */
async function askToPaste(
  { interaction, ended, ...flow }: Asking,
  title: string,
): Promise<Answer | undefined> {
  let detail: readonly string[] = [];
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const text = await interaction.enter({ title, detail }, ended);
    if (text === undefined) return undefined;
    const pasted = readPasted(text, flow.state);
    if (pasted.kind !== "wrong") return pasted;
    detail = [pasted.problem];
  }
  throw oauthFault("OAUTH_CALLBACK_INVALID", { problem: "what was pasted, ten times" });
}

const never = (): Promise<never> => new Promise(() => undefined);

/** Beside a listener: settles only when an answer was pasted, because the browser may come back at any time. */
export async function openOrAsk(asking: Asking, startUrl: string): Promise<Answer> {
  const isOpen = await asking.interaction.openUrl(startUrl, asking.authorizationUrl);
  if (asking.ended.aborted) return never();
  if (isOpen) {
    asking.interaction.progress("Waiting for the sign-in in the browser");
    return never();
  }
  asking.interaction.progress(`Waiting for the browser, ${asking.minutes} minutes at most`);
  const answer = await askToPaste(asking, `${title} (only if the browser cannot come back here)`);
  if (answer !== undefined) return answer;
  return never();
}

/** Where nobody listens. Rejects with AUTH_ACTION_INPUT when nobody can be asked. */
export async function askOnly(asking: Asking, profile: string | undefined): Promise<Answer> {
  await asking.interaction.openUrl(asking.authorizationUrl);
  if (asking.ended.aborted) return never();
  const answer = await askToPaste(asking, title);
  if (answer !== undefined) return answer;
  throw fault("AUTH_ACTION_INPUT", { action: "login", profile: profile ?? "(without a name)", title });
}

// Opens the browser, or asks the user to open the authorization URL and to paste the callback URL.

import { fault, type Interaction } from "@pictor/kernel/plugin";
import { oauthFault } from "../faults.js";
import type { AuthorizationResponse } from "./authorization-response.js";
import { readPastedCallback } from "./pasted-callback.js";

export interface SignInPrompt {
  readonly interaction: Interaction;
  /** The signal that is aborted when the flow has ended. */
  readonly ended: AbortSignal;
  readonly authorizationUrl: string;
  readonly state: string;
  /** The time limit of the flow in minutes. */
  readonly minutes: number;
}

const title = "Paste the URL at which the browser arrived after the sign-in, or the code in it";
/** The largest number of unusable texts; after that the prompt ends, because a host may answer automatically. */
const maxAttempts = 10;

/** Asks the user until the text is usable. Settles with undefined if the host cannot ask the user. */
async function promptForCallback(
  { interaction, ended, state }: SignInPrompt,
  promptTitle: string,
): Promise<AuthorizationResponse | undefined> {
  let detail: readonly string[] = [];
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const text = await interaction.enter({ title: promptTitle, detail }, ended);
    if (text === undefined) return undefined;
    const pasted = readPastedCallback(text, state);
    if (pasted.kind !== "unusable") return pasted;
    detail = [pasted.problem];
  }
  throw oauthFault("OAUTH_CALLBACK_INVALID", {
    problem: `${maxAttempts} pasted texts in a row were neither a callback URL nor a code`,
  });
}

const never = (): Promise<never> => new Promise(() => undefined);

/** Prompts during a flow that also listens for the callback. Settles only when the user pastes a usable text. */
export async function openBrowserOrPrompt(
  prompt: SignInPrompt,
  startUrl: string,
): Promise<AuthorizationResponse> {
  const isOpen = await prompt.interaction.openUrl(startUrl, prompt.authorizationUrl);
  if (prompt.ended.aborted) return never();
  if (isOpen) {
    prompt.interaction.progress("Waiting for the sign-in in the browser");
    return never();
  }
  prompt.interaction.progress(`Waiting for the browser, for ${prompt.minutes} minutes at most`);
  const response = await promptForCallback(
    prompt,
    `${title} (only if the browser cannot reach this machine)`,
  );
  return response ?? never();
}

/** Prompts during a flow that cannot listen. Rejects with `AUTH_ACTION_INPUT` if the host cannot ask the user. */
export async function promptWithoutListener(
  prompt: SignInPrompt,
  profile: string | undefined,
): Promise<AuthorizationResponse> {
  await prompt.interaction.openUrl(prompt.authorizationUrl);
  if (prompt.ended.aborted) return never();
  const response = await promptForCallback(prompt, title);
  if (response !== undefined) return response;
  throw fault("AUTH_ACTION_INPUT", { action: "login", profile: profile ?? "(inline setting)", title });
}

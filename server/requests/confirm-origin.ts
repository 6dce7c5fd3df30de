// At the first use of a profile without origins, a person confirms the origin to which its credentials are sent, and
// the origin is stored in the profile.

import type { HttpRequest } from "@pictor/client";
import { hasVariable, type Pictor } from "@pictor/host";
import type { Holder } from "../access/credentials.js";
import { fault } from "../contract/faults.js";
import { includesScope } from "../contract/scopes.js";
import type { ClientInteraction } from "../people/people.js";

export interface ConfirmDependencies {
  readonly pictor: Pictor;
  readonly people: Pick<ClientInteraction, "interaction">;
  readonly signal: AbortSignal;
}

/** Throws `API_ORIGIN_UNCONFIRMED` if the person does not agree, and `API_THING_UNKNOWN` for an unknown profile. */
export async function requireConfirmedOrigin(
  { auth, url, confirmsOrigin }: HttpRequest,
  holder: Holder,
  { pictor, people, signal }: ConfirmDependencies,
): Promise<void> {
  if (typeof auth !== "string") return;
  if (!pictor.profiles.names().includes(auth))
    throw fault("API_THING_UNKNOWN", { kind: "profile", id: auth, list: "/v1/profiles" });
  const { type, profile } = await pictor.profiles.view(auth);
  // An invalid address is refused when the request is sent.
  if (type === "none" || profile.origins !== undefined || (!hasVariable(url) && !URL.canParse(url))) return;
  if (hasVariable(url))
    throw fault("API_STATE_CONFLICT", {
      what: `The profile ${auth} has no origins yet, and the address with a variable names none`,
    });
  const { origin } = new URL(url);
  const isConfirmed = confirmsOrigin === true && includesScope(holder.scopes, "admin");
  const agrees = async (): Promise<boolean> => {
    const answer = await people.interaction.ask({
      title: `Send the credentials of ${auth} to ${origin}?`,
      detail: [`${holder.name} asks for it. From then on, they are sent to this address only.`],
      choices: [
        { id: "confirm", text: "send them there" },
        { id: "refuse", text: "do not send them" },
      ],
      safeChoice: "refuse",
      signal,
    });
    signal.throwIfAborted();
    return answer === "confirm";
  };
  if (!isConfirmed && !(await agrees())) throw fault("API_ORIGIN_UNCONFIRMED", { profile: auth, origin });
  // If another request was confirmed meanwhile, its origin stays stored, and the kernel refuses this request.
  await pictor.profiles.change(auth, (own = profile) =>
    own.origins === undefined ? { ...own, origins: [origin] } : own,
  );
}

// At the first use of a profile without origins, a person confirms the origin to which its credentials are sent, and
// the origin is stored in the profile.

import type { HttpRequest } from "@pictor/client";
import type { Pictor } from "@pictor/host";
import { fillKnownVariables, hasVariable, type Interaction } from "@pictor/kernel";
import { withScheme } from "@pictor/services";
import { fault } from "../contract/faults.js";
import { isAdministrator, type Caller } from "@pictor/features/base";
import { ownerOf } from "./request-input.js";
import { environmentsOf } from "@pictor/features/environments";
import { requireProfile } from "@pictor/features/profiles";

export interface ConfirmDependencies {
  readonly pictor: Pictor;
  readonly interaction: Pick<Interaction, "ask">;
  readonly signal: AbortSignal;
}

/**
 * The origin of an address. Variables are replaced by their values if these are not secret, because a person reads the
 * origin. Undefined for an origin with another variable. The kernel compares the sent address with the stored origin.
 */
function originOf(url: string, pictor: Pictor): string | undefined {
  const { active, environments } = environmentsOf(pictor);
  const raw = active === undefined ? {} : pictor.environments()[active];
  const shown = environments.find(({ name }) => name === active)?.variables ?? [];
  const values = Object.fromEntries(
    shown.flatMap(({ name, value }) =>
      value === undefined || raw?.[name] !== value ? [] : [[name, value] as const],
    ),
  );
  const filled = withScheme(
    fillKnownVariables(url, { environment: active, names: Object.keys(values), values }),
  );
  const [head = ""] = /^[a-z][\w+.-]*:\/\/[^/?#]*/i.exec(filled) ?? [];
  return hasVariable(head) || !URL.canParse(head) ? undefined : new URL(head).origin;
}

/** Throws `API_ORIGIN_UNCONFIRMED` if the person does not agree, and `API_THING_UNKNOWN` for an unknown profile. */
export async function requireConfirmedOrigin(
  request: HttpRequest,
  caller: Caller,
  { pictor, interaction, signal }: ConfirmDependencies,
): Promise<void> {
  const { confirmsOrigin } = request;
  const url = withScheme(request.url);
  const auth = ownerOf(request);
  if (auth === undefined) return;
  requireProfile(pictor, auth);
  const { type: saved, profile } = await pictor.profiles.view(auth);
  const type = typeof request.auth === "object" ? request.auth.type : saved;
  // An invalid address is refused when the request is sent.
  if (type === "none" || profile.origins !== undefined || (!hasVariable(url) && !URL.canParse(url))) return;
  const origin = hasVariable(url) ? originOf(url, pictor) : new URL(url).origin;
  if (origin === undefined)
    throw fault("API_STATE_CONFLICT", {
      what: `The profile ${auth} has no origins yet, and the address names none without a secret or unknown variable`,
    });
  const isConfirmed = confirmsOrigin === true && isAdministrator(caller);
  const agrees = async (): Promise<boolean> => {
    const answer = await interaction.ask({
      title: `Send the credentials of ${auth} to ${origin}?`,
      detail: [`${caller.name} asks for it. From then on, they are sent to this address only.`],
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
  // If another request was confirmed in the meantime, its origin stays stored, and the kernel refuses this request.
  await pictor.profiles.change(auth, (own = profile) =>
    own.origins === undefined ? { ...own, origins: [origin] } : own,
  );
}

// A profile that a client has edited and not saved, as the kernel uses it.

import type { Profile, ProfileDraft } from "@pictor/client";
import type { Pictor } from "@pictor/host";
import { isRecord, parseJson, stringifyJson, type AuthDraft } from "@pictor/kernel";
import { profileOf, storedNames, unusableProfile } from "./profile-of.js";

type Values = Readonly<Record<string, unknown>>;

/** Puts the values of the saved fields in place of each `***`, which stands for a value that clients are not shown. */
function withHidden(fields: unknown, saved: unknown): unknown {
  if (fields === "***") return saved ?? fields;
  if (Array.isArray(fields))
    return fields.map((item, index) => withHidden(item, Array.isArray(saved) ? saved[index] : undefined));
  if (!isRecord(fields)) return fields;
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      withHidden(value, isRecord(saved) && Object.hasOwn(saved, name) ? saved[name] : undefined),
    ]),
  );
}

/** The fields of a scheme in the file of a saved profile; none for an unknown profile. */
async function savedFields(
  name: string | undefined,
  type: string,
  { profiles }: Pick<Pictor, "profiles">,
): Promise<Values> {
  if (name === undefined || !profiles.names().includes(name)) return {};
  const { profile } = await profiles.view(name).catch(() => ({ profile: undefined }));
  return profile?.schemes[type] ?? {};
}

/**
 * The fields with the values of a saved profile in place of those that clients are not shown. `name` is the profile
 * that they change.
 */
export async function withSavedFields<Auth extends AuthDraft["auth"]>(
  auth: Auth,
  name: string | undefined,
  pictor: Pick<Pictor, "profiles">,
): Promise<Auth> {
  return withHidden(auth, await savedFields(name, auth.type, pictor)) as Auth;
}

/** `name` is the saved profile that the draft changes. */
export async function authDraftOf(
  { type, schemes = {} }: ProfileDraft,
  name: string | undefined,
  pictor: Pick<Pictor, "profiles">,
): Promise<AuthDraft> {
  // Makes a plain copy, in which numbers of any size are kept.
  const given = parseJson(stringifyJson(schemes[type] ?? {})) as Values;
  const auth = await withSavedFields({ ...given, type }, name, pictor);
  const isSaved = name !== undefined && pictor.profiles.names().includes(name);
  return { auth, ...(isSaved && { profile: name }) };
}

/** The state and the actions of a draft. One of an unknown scheme is shown as unusable. */
export async function readDraft(draft: AuthDraft, pictor: Pictor): Promise<Profile> {
  const known = pictor.contributions("authSchemes").some(({ id }) => id === draft.auth.type);
  if (known || draft.auth.type === "none")
    return profileOf(await pictor.profiles.draft.view(draft), pictor, await storedNames(pictor));
  return unusableProfile(draft.profile ?? "", draft.auth.type);
}

// A profile as clients see it: its state, its actions, and its fields without secrets.

import type { Profile, ProfileAction, ProfileSecret } from "@pictor/client";
import { errorToJson, type Pictor } from "@pictor/host";
import { isRecord, PictorError, withoutUndefined, type AuthStatus, type ProfileView } from "@pictor/kernel";
import { overriddenFiles } from "./overridden-files.js";
import { formatReference, redactedSchemes } from "./shown-schemes.js";

type Values = Readonly<Record<string, unknown>>;
type From = ProfileSecret["from"];

const kinds: ReadonlyMap<string, From> = new Map([
  ["$secret", "secret"],
  ["$env", "env"],
  ["$file", "file"],
  ["$token", "token"],
]);

/** Lists the secrets in a value, at any depth, of which only the place is shown. */
function secretsIn(value: unknown, field: string, stored: ReadonlySet<string>): readonly ProfileSecret[] {
  if (value === "***") return [{ field, from: "value" }];
  const [kind = "", ...words] = formatReference(value)?.split(" ") ?? [];
  const from = kinds.get(kind);
  if (from !== undefined) {
    const name = words.join(" ");
    return [{ field, from, name, ...(from === "secret" && { isSet: stored.has(name) }) }];
  }
  if (!isRecord(value) && !Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => secretsIn(inner, `${field}.${name}`, stored));
}

/** The actions of the active scheme, and of the scheme that issues its tokens. */
function actionsOf({ type, profile, actions }: ProfileView, pictor: Pictor): readonly ProfileAction[] {
  const schemes = pictor
    .contributions("authSchemes")
    .filter(({ id, issuesTokens }) => id === type || (issuesTokens && Object.hasOwn(profile.schemes, id)));
  return type === "none"
    ? []
    : schemes.flatMap((scheme) =>
        (scheme.actions ?? []).map(({ id, title, input }) => ({
          id,
          title,
          canRun: actions.some((action) => action.id === id),
          ...(input !== undefined && { input: { title: input.title, secret: input.secret } }),
        })),
      );
}

/** Whether only a person can make the profile usable, by signing in. */
function needsSignIn(status: AuthStatus, schemes: Values): boolean {
  if (status.state === "expired") return !status.refreshable;
  // Without a sign-in, the first request fetches the token (RFC 6749 section 4.4).
  const isOwnGrant = Object.values(schemes).some(
    (values) => isRecord(values) && values["grantType"] === "client_credentials",
  );
  return status.state === "signed-out" && !isOwnGrant;
}

function stateOf(status: AuthStatus): Pick<Profile, "state" | "expiresAtMs" | "refreshable" | "missing"> {
  const { state } = status;
  if (state === "missing") return { state, missing: [...status.fields] };
  const { expiresAtMs, refreshable } = { expiresAtMs: undefined, refreshable: undefined, ...status };
  return withoutUndefined({ state, expiresAtMs, refreshable });
}

/** The names of the secrets in the store; none if the store cannot be read. */
export const storedNames = async ({ secrets }: Pictor): Promise<ReadonlySet<string>> =>
  new Set(await secrets.names().catch(() => []));

export function profileOf(view: ProfileView, pictor: Pictor, stored: ReadonlySet<string>): Profile {
  const { name, type, title, configured, status, profile, file } = view;
  const schemes = redactedSchemes(profile.schemes, pictor.contributions("authSchemes"));
  return {
    name,
    type,
    title,
    configured,
    ...stateOf(status),
    needsSignIn: needsSignIn(status, profile.schemes),
    notes: (status.notes ?? []).map(pictor.redact),
    ...(profile.origins !== undefined && { origins: [...profile.origins] }),
    schemes: { ...schemes },
    secrets: Object.entries(schemes).flatMap(([id, values]) =>
      Object.entries(values).flatMap(([field, value]) => secretsIn(value, `${id}.${field}`, stored)),
    ),
    actions: [...actionsOf(view, pictor)],
    ...(file !== undefined && { file }),
    overrides: [...overriddenFiles(pictor.configuration, name)],
  };
}

/** A profile whose scheme is not there. */
export const unusableProfile = (name: string, type: string): Profile => ({
  name,
  type,
  title: "",
  configured: false,
  state: "unusable",
  needsSignIn: false,
  notes: [],
  schemes: {},
  secrets: [],
  actions: [],
  overrides: [],
});

/**
 * The profile; if its scheme is missing, it is shown as unusable, with the reason. Rejects with `AUTH_PROFILE_UNKNOWN`.
 */
export async function readProfile(
  name: string,
  pictor: Pictor,
  stored?: ReadonlySet<string>,
): Promise<Profile> {
  try {
    return profileOf(await pictor.profiles.view(name), pictor, stored ?? (await storedNames(pictor)));
  } catch (error) {
    if (!(error instanceof PictorError) || error.code === "AUTH_PROFILE_UNKNOWN") throw error;
    const { profiles = {} } = pictor.configuration.values;
    const type = Object.hasOwn(profiles, name) ? profiles[name]?.type : undefined;
    return {
      ...unusableProfile(name, type ?? "none"),
      overrides: [...overriddenFiles(pictor.configuration, name)],
      error: errorToJson(error, pictor.redact),
    };
  }
}

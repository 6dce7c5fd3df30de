// Applies the options of `auth set` to a profile: fields parsed by their schema, secrets as references. Pure.

import { isDeepStrictEqual } from "node:util";
import { ownSecretsIn, secretName, secretNamesIn, type SchemeFields } from "@pictor/features/profiles";
import { fault, knownNames, type Field, type Params, type ProfileView } from "@pictor/kernel";
import { UsageError } from "../../base/usage-error.js";
import { parseValue } from "../../input/field-value.js";
import { parseSecretOption, type SecretOption } from "../../input/secret-option.js";
import { fieldAt, parseAssignment, withEntry } from "../../input/settings.js";
import { parseOrigins } from "./parse-origins.js";

export interface AuthSetOptions {
  readonly type?: string;
  readonly scheme?: string;
  readonly set?: readonly string[];
  readonly secret?: readonly string[];
  readonly unset?: readonly string[];
  readonly origin?: readonly string[];
}

export type Profile = ProfileView["profile"];

/** A secret that must still be read from the user or from standard input. */
export interface PendingSecret {
  /** The secret's name in the secret store: the name that the profile already refers to, else `newName`. */
  readonly name: string;
  /** A name that no secret has yet. */
  readonly newName: string;
  readonly field: string;
  readonly title: string;
  readonly isMultiline: boolean;
}
export interface ProfileEdit {
  readonly profile: Profile;
  readonly pending: readonly PendingSecret[];
  /** Stored secrets of the profile to which it no longer refers. */
  readonly unreferenced: readonly string[];
  /** Fields whose secret is unchanged although the client id or user name that belongs to it has changed. */
  readonly stale: readonly string[];
}
export interface EditSources {
  /** Random suffix of new secret names, see `secretName`. */
  readonly suffix: string;
  readonly schemes: readonly SchemeFields[];
  /** Converts a typed path to the form for the configuration. */
  readonly pathOf: (typed: string) => string;
}

function requireScheme(id: string, where: string, schemes: readonly SchemeFields[]): SchemeFields {
  const found = schemes.find((scheme) => scheme.id === id);
  if (found !== undefined) return found;
  const known = ["none", ...schemes.map((scheme) => scheme.id)];
  throw fault("AUTH_SCHEME_UNKNOWN", { scheme: id, where, ...knownNames(id, known) });
}

/** Throws a UsageError if the name of a new profile would need quotes on a command line. */
export function requireProfileName(name: string): void {
  if (/^[\p{L}\p{N}][\p{L}\p{N}_.@-]*$/u.test(name)) return;
  const hint = "Use letters, digits, and _ . @ - between them.";
  throw new UsageError("USAGE_ARGUMENT", `"${name}" cannot be the name of a profile.`, hint);
}

const isSecret = (field: Field): boolean => field.type === "string" && field["x-secret"] === true;

function withAssignment({ id, settings }: SchemeFields, values: Params, text: string): Params {
  const { path, text: given } = parseAssignment(text);
  const field = fieldAt(settings, path, `The scheme ${id}`);
  const name = path.join(".");
  if (isSecret(field)) {
    const what = `${name} is a secret; on the command line it stays in the shell history and is visible to other users.`;
    const hint = `Write --secret ${name} (it is asked for), ${name}=env:NAME or ${name}=file:PATH.`;
    throw new UsageError("USAGE_SETTING", what, hint);
  }
  return withEntry(settings, values, path, parseValue(field, given, `--set ${name}`)) as Params;
}

function withSecretReference(
  { id, settings }: SchemeFields,
  values: Params,
  { path, source }: SecretOption,
  profile: string,
  { pathOf, suffix }: EditSources,
): Params {
  const field = fieldAt(settings, path, `The scheme ${id}`);
  if (field.type !== "string") {
    const what = `--secret ${path.join(".")}: only a text field can be a secret.`;
    throw new UsageError("USAGE_SETTING", what, `Write --set ${path.join(".")}=...`);
  }
  const reference =
    source.kind === "ask"
      ? { $secret: ownSecretAt(profile, id, values, path) ?? secretName(profile, id, path, suffix) }
      : source.kind === "env"
        ? { $env: source.target }
        : { $file: pathOf(source.target) };
  return withEntry(settings, values, path, reference) as Params;
}

/** Removes a field. A field that the scheme does not declare can be removed too. */
function withoutField({ id, settings }: SchemeFields, values: Params, name: string): Params {
  if (!Object.hasOwn(values, name)) fieldAt(settings, [name], `The scheme ${id}`);
  return Object.fromEntries(Object.entries(values).filter(([field]) => field !== name));
}

function schemeIdOf(name: string, existing: Profile | undefined, options: AuthSetOptions): string {
  const id = options.scheme ?? options.type ?? existing?.type;
  if (id !== undefined) return id;
  const hint = `Name its scheme: pictor auth set ${name} --type bearer --secret token`;
  throw new UsageError("USAGE_OPTION", `There is no profile "${name}" yet.`, hint);
}

/** Returns the profile with its new type and origins; its fields are unchanged. */
function withTypeAndOrigins(existing: Profile | undefined, type: string, origin: readonly string[]): Profile {
  const { origins: before, schemes = {} } = existing ?? {};
  const origins = origin.length === 0 ? before : parseOrigins(origin);
  return { type, schemes, ...(origins !== undefined && { origins }) };
}

const pendingSecrets = (
  { id, settings }: SchemeFields,
  secrets: readonly SecretOption[],
  values: Params,
  profile: string,
  suffix: string,
): readonly PendingSecret[] =>
  secrets
    .filter(({ source }) => source.kind === "ask")
    .map(({ path }) => {
      const field = fieldAt(settings, path, id);
      const isMultiline = field.type === "string" && field.format === "multiline";
      const shown = path.join(".");
      const newName = secretName(profile, id, path, suffix);
      const name = ownSecretAt(profile, id, values, path) ?? newName;
      return { name, newName, field: shown, title: field.title ?? shown, isMultiline };
    });

function ownSecretAt(
  profile: string,
  scheme: string,
  values: Params,
  path: readonly string[],
): string | undefined {
  const value = path.reduce<unknown>((inner, name) => (inner as Params | undefined)?.[name], values);
  return ownSecretsIn(profile, scheme, value)[0];
}

/** Fields that identify a client or user, and the secret that belongs to each (RFC 6749 section 2.3.1, RFC 7617 section 2). */
const identities = [
  ["clientId", "clientSecret"],
  ["username", "password"],
] as const;

/**
 * The fields with secrets of the previous client or user that this change does not replace; `given` are the secrets of
 * this change.
 */
const staleSecrets = (before: Params, after: Params, given: readonly SecretOption[]): readonly string[] =>
  identities.flatMap(([identity, secret]) => {
    const isGiven = given.some(({ path }) => path[0] === secret);
    const isOther = before[identity] !== undefined && !isDeepStrictEqual(before[identity], after[identity]);
    return isOther && !isGiven && after[secret] !== undefined ? [secret] : [];
  });

/**
 * Returns the profile after `auth set`; all other fields and schemes stay. Throws a UsageError or AUTH_SCHEME_UNKNOWN.
 * The kernel checks ranges and choices.
 */
export function editProfile(
  name: string,
  existing: Profile | undefined,
  options: AuthSetOptions,
  sources: EditSources,
): ProfileEdit {
  const { schemes, suffix } = sources;
  const { set = [], unset = [], origin = [], secret = [] } = options;
  const secrets = secret.map(parseSecretOption);
  const id = schemeIdOf(name, existing, options);
  if (existing === undefined) requireProfileName(name);
  const hasFields = set.length + unset.length + secrets.length > 0;
  if (!hasFields && origin.length === 0 && options.type === undefined) {
    const hint = "Give --type, --set, --secret, --unset or --origin.";
    throw new UsageError("USAGE_OPTION", "There is nothing to set.", hint);
  }
  const type = options.type ?? existing?.type ?? id;
  if (type !== "none") requireScheme(type, `the profile ${name}`, schemes);
  const base = withTypeAndOrigins(existing, type, origin);
  if (!hasFields && (id === "none" || Object.hasOwn(base.schemes, id)))
    return { profile: base, pending: [], unreferenced: [], stale: [] };

  const scheme = requireScheme(id, `the profile ${name}`, schemes);
  const before = (base.schemes[id] ?? {}) as Params;
  let values = before;
  for (const field of unset) values = withoutField(scheme, values, field);
  for (const text of set) values = withAssignment(scheme, values, text);
  for (const entry of secrets) values = withSecretReference(scheme, values, entry, name, sources);
  const profile = { ...base, schemes: { ...base.schemes, [id]: values } };
  const referenced = new Set(secretNamesIn(profile.schemes));
  const unreferenced = ownSecretsIn(name, id, existing?.schemes[id]).filter(
    (named) => !referenced.has(named),
  );
  return {
    profile,
    pending: pendingSecrets(scheme, secrets, values, name, suffix),
    unreferenced,
    stale: staleSecrets(before, values, secrets),
  };
}

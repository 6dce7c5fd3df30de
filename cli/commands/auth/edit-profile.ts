// The options of `auth set` as a changed profile: fields by their schema, secrets as references. Pure.

import { isDeepStrictEqual } from "node:util";
import { didYouMean, fault, type Field, type Params, type ProfileView } from "@pictor/host";
import { UsageError } from "../../base/usage-error.js";
import { parseValue } from "../../input/field-value.js";
import { parseSecretField, type SecretField } from "../../input/secret-option.js";
import { fieldAt, parseAssignment, withEntry } from "../../input/settings.js";
import { parseOrigins } from "./parse-origins.js";
import type { SchemeFields } from "./profile-fields.js";

export interface AuthSetOptions {
  readonly type?: string;
  readonly scheme?: string;
  readonly set?: readonly string[];
  readonly secret?: readonly string[];
  readonly unset?: readonly string[];
  readonly origin?: readonly string[];
}

export type Profile = ProfileView["profile"];

/** A secret that is still to be read. */
export interface AskedSecret {
  /** In the secret store: what the profile refers to already, else the new name. */
  readonly name: string;
  /** A name that nothing has yet. */
  readonly newName: string;
  readonly field: string;
  readonly title: string;
  readonly isMultiline: boolean;
}
export interface ProfileEdit {
  readonly profile: Profile;
  readonly asked: readonly AskedSecret[];
  /** Named secrets of this profile that nothing refers to any more. */
  readonly dropped: readonly string[];
  /** Secrets that stay although whoever they belong to has changed. */
  readonly stale: readonly string[];
}
export interface EditSources {
  /** Makes the names of new secrets this profile's own, see `secretName`. */
  readonly suffix: string;
  readonly schemes: readonly SchemeFields[];
  /** A typed path as it is to be written. */
  readonly pathOf: (typed: string) => string;
}

/** `<profile>.<scheme>.`, with which the secrets of a scheme begin. */
const prefix = (profile: string, scheme: string): string => `${profile}.${scheme}.`;

/**
 * The name under which a secret field is kept: `prod.bearer.token.x7k2q9`. All projects share one store, so the suffix,
 * which is random, tells profiles of one name apart.
 */
export const secretName = (
  profile: string,
  scheme: string,
  path: readonly string[],
  suffix: string,
): string => [prefix(profile, scheme) + path.join("."), suffix].join(".");

function schemeNamed(id: string, where: string, schemes: readonly SchemeFields[]): SchemeFields {
  const found = schemes.find((scheme) => scheme.id === id);
  if (found !== undefined) return found;
  const known = ["none", ...schemes.map((scheme) => scheme.id)];
  const suggestion = didYouMean(id, known);
  throw fault("AUTH_SCHEME_UNKNOWN", { scheme: id, where, known: known.join(", "), suggestion });
}

/** What a new profile may be called: one word, which needs no quotes. Throws a UsageError. */
export function requireName(name: string): void {
  if (/^[\p{L}\p{N}][\p{L}\p{N}_.@-]*$/u.test(name)) return;
  const hint = "Use letters, digits, and _ . @ - between them.";
  throw new UsageError("USAGE_ARGUMENT", `"${name}" cannot be the name of a profile.`, hint);
}

const isSecret = (field: Field): boolean => field.type === "string" && field["x-secret"] === true;

function assigned({ id, settings }: SchemeFields, values: Params, text: string): Params {
  const { path, text: given } = parseAssignment(text);
  const field = fieldAt(settings, path, `The scheme ${id}`);
  const name = path.join(".");
  if (isSecret(field)) {
    const what = `${name} is a secret; on the command line it stays in the history and is seen by others.`;
    const hint = `Write --secret ${name} (it is asked for), ${name}=env:NAME or ${name}=file:PATH.`;
    throw new UsageError("USAGE_SETTING", what, hint);
  }
  return withEntry(settings, values, path, parseValue(field, given, `--set ${name}`)) as Params;
}

function referred(
  { id, settings }: SchemeFields,
  values: Params,
  { path, source }: SecretField,
  profile: string,
  { pathOf, suffix }: EditSources,
): Params {
  const field = fieldAt(settings, path, `The scheme ${id}`);
  if (field.type !== "string") {
    const what = `--secret ${path.join(".")}: only a text can be kept as a secret.`;
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

/** Also a field that the scheme does not know: that is how it is got rid of. */
function without({ id, settings }: SchemeFields, values: Params, name: string): Params {
  if (!Object.hasOwn(values, name)) fieldAt(settings, [name], `The scheme ${id}`);
  return Object.fromEntries(Object.entries(values).filter(([field]) => field !== name));
}

/** Every `{ "$secret": name }` inside. */
export function namedSecretsIn(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  const { $secret } = value as { readonly $secret?: unknown };
  return typeof $secret === "string" ? [$secret] : Object.values(value).flatMap(namedSecretsIn);
}

function chosenScheme(name: string, existing: Profile | undefined, options: AuthSetOptions): string {
  const id = options.scheme ?? options.type ?? existing?.type;
  if (id !== undefined) return id;
  const hint = `Name its scheme: pictor auth set ${name} --type bearer --secret token`;
  throw new UsageError("USAGE_OPTION", `There is no profile "${name}" yet.`, hint);
}

/** Type and origins as they are to be; the fields follow. */
function frame(existing: Profile | undefined, type: string, origin: readonly string[]): Profile {
  const { origins: before, schemes = {} } = existing ?? {};
  const origins = origin.length === 0 ? before : parseOrigins(origin);
  return { type, schemes, ...(origins !== undefined && { origins }) };
}

const askedOf = (
  { id, settings }: SchemeFields,
  secrets: readonly SecretField[],
  values: Params,
  profile: string,
  suffix: string,
): readonly AskedSecret[] =>
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

/** The secrets among `values` that `auth set` has named: those of this profile and scheme. */
export const ownSecretsIn = (profile: string, scheme: string, values: unknown): readonly string[] =>
  namedSecretsIn(values).filter((secret) => secret.startsWith(prefix(profile, scheme)));

function ownSecretAt(
  profile: string,
  scheme: string,
  values: Params,
  path: readonly string[],
): string | undefined {
  const value = path.reduce<unknown>((inner, name) => (inner as Params | undefined)?.[name], values);
  return ownSecretsIn(profile, scheme, value)[0];
}

/** Who signs in, and the secret that belongs to it (RFC 6749 section 2.3.1, RFC 7617 section 2). */
const identities = [
  ["clientId", "clientSecret"],
  ["username", "password"],
] as const;

/** Secrets of somebody else now; `given` are those that come with the change. */
const staleIn = (before: Params, after: Params, given: readonly SecretField[]): readonly string[] =>
  identities.flatMap(([identity, secret]) => {
    const isGiven = given.some(({ path }) => path[0] === secret);
    const isOther = before[identity] !== undefined && !isDeepStrictEqual(before[identity], after[identity]);
    return isOther && !isGiven && after[secret] !== undefined ? [secret] : [];
  });

/**
 * The profile as `auth set` leaves it: other fields and other schemes' fields stay. Throws a UsageError, or
 * AUTH_SCHEME_UNKNOWN; ranges and choices are checked by the kernel.
 */
export function editProfile(
  name: string,
  existing: Profile | undefined,
  options: AuthSetOptions,
  sources: EditSources,
): ProfileEdit {
  const { schemes, suffix } = sources;
  const { set = [], unset = [], origin = [], secret = [] } = options;
  const secrets = secret.map(parseSecretField);
  const id = chosenScheme(name, existing, options);
  if (existing === undefined) requireName(name);
  const hasFields = set.length + unset.length + secrets.length > 0;
  if (!hasFields && origin.length === 0 && options.type === undefined) {
    const hint = "Give --type, --set, --secret, --unset or --origin.";
    throw new UsageError("USAGE_OPTION", "Nothing is to be set.", hint);
  }
  const type = options.type ?? existing?.type ?? id;
  if (type !== "none") schemeNamed(type, `the profile ${name}`, schemes);
  const base = frame(existing, type, origin);
  if (!hasFields && (id === "none" || Object.hasOwn(base.schemes, id)))
    return { profile: base, asked: [], dropped: [], stale: [] };

  const scheme = schemeNamed(id, `the profile ${name}`, schemes);
  const before = (base.schemes[id] ?? {}) as Params;
  let values = before;
  for (const field of unset) values = without(scheme, values, field);
  for (const text of set) values = assigned(scheme, values, text);
  for (const entry of secrets) values = referred(scheme, values, entry, name, sources);
  const profile = { ...base, schemes: { ...base.schemes, [id]: values } };
  const still = new Set(namedSecretsIn(profile.schemes));
  const dropped = ownSecretsIn(name, id, existing?.schemes[id]).filter((named) => !still.has(named));
  return {
    profile,
    asked: askedOf(scheme, secrets, values, name, suffix),
    dropped,
    stale: staleIn(before, values, secrets),
  };
}

// What a discovery document changes in a setting: one step, told field by field, which the person can take back.

import { plainText } from "../protocol/plain-text.js";
import type { Fields } from "../setting.js";
import type { FilledEndpoint, ProviderDocument } from "./document.js";
import { entraVersion2 } from "./microsoft.js";

export type FilledField =
  "discoveryUrl" | "issuer" | FilledEndpoint | "clientAuthenticationMethods" | "scopes";

export interface Filling {
  /** Fields to write, by scheme; `null` takes one out. Only what changes. */
  readonly edit: {
    readonly oauth2: Readonly<Partial<Record<FilledField, string | null>>> & {
      readonly issuerAnnounced?: boolean;
    };
  };
  /** What was filled in, replaced, left alone, and what to be careful about. */
  readonly notes: readonly string[];
}

/** In this order, as far as the provider lists them; nothing where it lists none. */
const wantedScopes = ["openid", "profile", "email"];
/** Left from another issuer, these would mix two providers up and send secrets to the wrong one. */
const ofOneIssuer = [
  "authorizationUrl",
  "tokenUrl",
  "revocationUrl",
  "jwksUrl",
  "clientAuthenticationMethods",
] as const;

const isBlank = (value: string): boolean => value.trim() === "";

function scopesOf({ scopes = [] }: ProviderDocument, present: string): { readonly scopes?: string } {
  const offered = wantedScopes.filter((scope) => scopes.includes(scope));
  return isBlank(present) && offered.length > 0 ? { scopes: offered.join(" ") } : {};
}

/** The values that the document gives, whatever the setting holds now. */
const valuesOf = (
  document: ProviderDocument,
  fields: Fields,
  typed: string,
): Partial<Record<FilledField, string>> => ({
  discoveryUrl: typed,
  issuer: document.issuer,
  ...document.endpoints,
  ...(document.clientAuthenticationMethods === undefined
    ? {}
    : { clientAuthenticationMethods: document.clientAuthenticationMethods.join(" ") }),
  ...scopesOf(document, fields.scopes),
});

/** What is left of another issuer and has no successor. */
function leftovers(document: ProviderDocument, fields: Fields, values: object) {
  if (isBlank(fields.issuer) || fields.issuer === document.issuer) return [];
  return ofOneIssuer.filter((name) => !(name in values) && !isBlank(fields[name]));
}

const shown = (value: string): string => plainText(value, 500);

function cautions(document: ProviderDocument, asked: URL): readonly string[] {
  const { endpoints, codeChallengeMethods } = document;
  const version2 = entraVersion2(asked);
  return [
    ...(endpoints.deviceAuthorizationUrl === undefined
      ? [
          "The provider does not advertise a device authorization endpoint; deviceAuthorizationUrl stays as it is.",
        ]
      : []),
    ...(codeChallengeMethods === undefined || codeChallengeMethods.includes("S256")
      ? []
      : ["The provider does not list S256 among its PKCE methods; signing in with PKCE may fail there."]),
    ...(version2 === undefined
      ? []
      : [
          `This is version 1.0 of Microsoft Entra ID, whose tokens are for one resource; version 2.0: ${version2}`,
        ]),
    ...document.notes,
  ];
}

/**
 * `typed` is what the person wrote, `asked` the issuer that this became. Typed scopes stay, and so does a device
 * authorization endpoint where the document names none. Empty scopes are filled for every grant.
 */
export function fill(document: ProviderDocument, fields: Fields, typed: string, asked: URL): Filling {
  const values = valuesOf(document, fields, typed);
  const changed = (Object.entries(values) as [FilledField, string][]).filter(
    ([name, value]) => fields[name] !== value,
  );
  const taken = leftovers(document, fields, values);
  const filled = changed.filter(([name]) => isBlank(fields[name]));
  const replaced = changed.filter(([name]) => !isBlank(fields[name]));
  const { issuerAnnounced } = document;
  const edit = {
    ...Object.fromEntries([...changed, ...taken.map((name) => [name, null] as const)]),
    ...(issuerAnnounced === fields.issuerAnnounced ? {} : { issuerAnnounced }),
  };
  return {
    edit: { oauth2: edit },
    notes: [
      ...replaced.map(([name, value]) => `Replaced ${name}: ${shown(fields[name])} -> ${shown(value)}`),
      ...taken.map((name) => `Taken out ${name}: ${shown(fields[name])} belongs to ${shown(fields.issuer)}`),
      ...filled.map(([name, value]) => `${name}: ${shown(value)}`),
      ...("issuerAnnounced" in edit ? [`issuerAnnounced: ${String(issuerAnnounced)}`] : []),
      ...(Object.keys(edit).length === 0 ? ["Everything was filled in already."] : []),
      ...cautions(document, asked),
    ],
  };
}

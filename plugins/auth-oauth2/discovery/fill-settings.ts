// Turns the metadata of a provider into one edit of the settings, with notes about every changed field.

import { plainText } from "../plain-text.js";
import { entraVersion2 } from "../protocol/microsoft-tenants.js";
import type { Fields } from "../setting.js";
import type { DiscoveredEndpoint, ProviderMetadata } from "./provider-metadata.js";

export type DiscoveredField =
  "discoveryUrl" | "issuer" | DiscoveredEndpoint | "clientAuthenticationMethods" | "scopes";

export interface SettingsEdit {
  /** The fields that change, by scheme. `null` removes a field. */
  readonly edit: {
    readonly oauth2: Readonly<Partial<Record<DiscoveredField, string | null>>> & {
      readonly refreshUrl?: null;
      readonly issuerAnnounced?: boolean;
      readonly pushAuthorizationRequest?: true;
      readonly dpopAlgorithm?: Fields["dpopAlgorithm"];
    };
  };
  /** Sentences about the fields that were filled in, replaced or removed, and warnings. */
  readonly notes: readonly string[];
}

/** The scopes for a blank setting; those that the provider does not list are left out. */
const defaultScopes = ["openid", "profile", "email"];
/** Values of these fields from another issuer would send secrets to the wrong provider. */
const issuerSpecificFields = [
  "authorizationUrl",
  "tokenUrl",
  "refreshUrl",
  "revocationUrl",
  "pushedAuthorizationRequestUrl",
  "mtlsTokenUrl",
  "mtlsDeviceAuthorizationUrl",
  "mtlsRevocationUrl",
  "mtlsPushedAuthorizationRequestUrl",
  "jwksUrl",
  "clientAuthenticationMethods",
] as const;

const isBlank = (value: string): boolean => value.trim() === "";

function scopesFor({ scopes = [] }: ProviderMetadata, current: string): { readonly scopes?: string } {
  const offered = defaultScopes.filter((scope) => scopes.includes(scope));
  return isBlank(current) && offered.length > 0 ? { scopes: offered.join(" ") } : {};
}

const discoveredValues = (
  metadata: ProviderMetadata,
  fields: Fields,
  discoveryUrl: string,
): Partial<Record<DiscoveredField, string>> => ({
  discoveryUrl,
  issuer: metadata.issuer,
  ...metadata.endpoints,
  ...(metadata.clientAuthenticationMethods === undefined
    ? {}
    : { clientAuthenticationMethods: metadata.clientAuthenticationMethods.join(" ") }),
  ...scopesFor(metadata, fields.scopes),
});

/** Fields whose value belongs to another issuer, and for which this issuer has no value. */
function staleFields(metadata: ProviderMetadata, fields: Fields, values: object) {
  if (isBlank(fields.issuer) || fields.issuer === metadata.issuer) return [];
  return issuerSpecificFields.filter((name) => !(name in values) && !isBlank(fields[name]));
}

const shown = (value: string): string => plainText(value, 500);

/** The algorithms of proofs, the preferred one first: neither `none` nor one with a shared secret. */
const dpopPreference: readonly Fields["dpopAlgorithm"][] = ["ES256", "EdDSA", "PS256", "RS256"];

/** Another algorithm, if the provider does not accept the one in the settings. */
function dpopAlgorithmFor({ dpopAlgorithms }: ProviderMetadata, { dpopAlgorithm }: Fields) {
  // Ed25519 is the newer name of EdDSA (RFC 9864).
  const accepts = (name: string): boolean =>
    dpopAlgorithms === undefined ||
    dpopAlgorithms.includes(name === "EdDSA" ? "Ed25519" : name) ||
    dpopAlgorithms.includes(name);
  return accepts(dpopAlgorithm) ? undefined : dpopPreference.find(accepts);
}

/** What the provider offers and the settings do not use. */
const offers = ({ dpopAlgorithms }: ProviderMetadata, { dpop }: Fields): readonly string[] =>
  dpop || dpopAlgorithms === undefined
    ? []
    : ["The provider can bind tokens to a key (DPoP, RFC 9449): the setting dpop switches that on."];

function warnings(metadata: ProviderMetadata, requestedIssuer: URL): readonly string[] {
  const { endpoints, codeChallengeMethods } = metadata;
  const version2 = entraVersion2(requestedIssuer);
  return [
    ...(endpoints.deviceAuthorizationUrl === undefined
      ? [
          "The provider advertises no device authorization endpoint, so deviceAuthorizationUrl was not changed.",
        ]
      : []),
    ...(codeChallengeMethods === undefined || codeChallengeMethods.includes("S256")
      ? []
      : ["The provider does not list S256 among its PKCE methods, so a sign-in with PKCE may fail."]),
    ...(version2 === undefined
      ? []
      : [
          `This is version 1.0 of Microsoft Entra ID, whose tokens are for one resource. Version 2.0 is at ${version2}`,
        ]),
    ...metadata.notes,
  ];
}

/**
 * `discoveryUrl` is the address that the user entered, `requestedIssuer` the issuer that it means. Scopes that the user
 * entered stay, and so does a device authorization endpoint for which the document has none.
 */
export function fillSettings(
  metadata: ProviderMetadata,
  fields: Fields,
  discoveryUrl: string,
  requestedIssuer: URL,
): SettingsEdit {
  const values = discoveredValues(metadata, fields, discoveryUrl);
  const changed = (Object.entries(values) as [DiscoveredField, string][]).filter(
    ([name, value]) => fields[name] !== value,
  );
  const removed = staleFields(metadata, fields, values);
  const filled = changed.filter(([name]) => isBlank(fields[name]));
  const replaced = changed.filter(([name]) => !isBlank(fields[name]));
  const { issuerAnnounced, requiresPush } = metadata;
  const dpopAlgorithm = dpopAlgorithmFor(metadata, fields);
  const edit = {
    ...Object.fromEntries([...changed, ...removed.map((name) => [name, null] as const)]),
    ...(issuerAnnounced === fields.issuerAnnounced ? {} : { issuerAnnounced }),
    // A person may push although the provider does not require it, so the setting is never switched off here.
    ...(requiresPush && !fields.pushAuthorizationRequest ? { pushAuthorizationRequest: true as const } : {}),
    ...(dpopAlgorithm === undefined ? {} : { dpopAlgorithm }),
  };
  return {
    edit: { oauth2: edit },
    notes: [
      ...replaced.map(([name, value]) => `Replaced ${name}: ${shown(fields[name])} -> ${shown(value)}`),
      ...removed.map(
        (name) => `Removed ${name}: ${shown(fields[name])}, which belongs to ${shown(fields.issuer)}`,
      ),
      ...filled.map(([name, value]) => `${name}: ${shown(value)}`),
      ...("issuerAnnounced" in edit ? [`issuerAnnounced: ${String(issuerAnnounced)}`] : []),
      ...("pushAuthorizationRequest" in edit
        ? ["pushAuthorizationRequest: true, because the provider requires it"]
        : []),
      ...(dpopAlgorithm === undefined ? [] : [`dpopAlgorithm: ${dpopAlgorithm}`]),
      ...(Object.keys(edit).length === 0
        ? ["All fields already have these values."]
        : offers(metadata, fields)),
      ...warnings(metadata, requestedIssuer),
    ],
  };
}

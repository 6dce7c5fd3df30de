// An OAuth 2.0 setting as the rest of this plugin reads it: typed fields, and what each grant needs.

import type { AuthSetting } from "@pictor/kernel/plugin";
import { endpointProblem, type EndpointField } from "./protocol/endpoint-url.js";
import type { Oauth2Settings } from "./settings.gen.js";

export type Fields = Oauth2Settings;
export type GrantType = Fields["grantType"];

/** A setting: its fields, and what keeps its tokens apart from those of others. */
export interface OAuthSetting {
  readonly fields: Fields;
  /** Name of the profile, or undefined for an inline setting. */
  readonly profile: string | undefined;
  /** The configuration file that holds the profile: the same name in another one is another profile. */
  readonly file: string | undefined;
  readonly environment: string | undefined;
}

const known = new WeakMap<AuthSetting, OAuthSetting>();

/** The kernel has checked the values against the manifest; it gives the same record while they stay the same. */
export function oauthSetting(auth: AuthSetting): OAuthSetting {
  const { settings, profile, file, environment } = auth;
  const setting = known.get(auth) ?? { fields: settings as unknown as Fields, profile, file, environment };
  known.set(auth, setting);
  return setting;
}

type Needed = "clientId" | "tokenUrl" | "authorizationUrl" | "username" | "deviceAuthorizationUrl";
const needed: Readonly<Record<GrantType, readonly Needed[]>> = {
  authorization_code: ["clientId", "authorizationUrl", "tokenUrl"],
  client_credentials: ["clientId", "tokenUrl"],
  password: ["clientId", "tokenUrl", "username"],
  device_code: ["clientId", "deviceAuthorizationUrl", "tokenUrl"],
};

/** The fields that the grant still needs, in the order of the form. Blanks are no value. */
export const missingFields = ({ fields }: OAuthSetting): readonly Needed[] =>
  needed[fields.grantType].filter((name) => fields[name].trim() === "");

/** Addresses that a credential or a token would go to. */
const endpointsOf = (grantType: GrantType): readonly EndpointField[] => [
  ...needed[grantType].filter((name): name is Extract<Needed, EndpointField> => name.endsWith("Url")),
  "revocationUrl",
  "jwksUrl",
];

/** Endpoints that are filled in and that nothing can be sent to, with the reason as the rest of a sentence. */
export const unusableFields = ({ fields }: OAuthSetting): readonly (readonly [EndpointField, string])[] =>
  endpointsOf(fields.grantType).flatMap((name) => {
    if (fields[name].trim() === "") return [];
    const problem = endpointProblem(fields[name], fields.allowInsecure);
    return problem === undefined ? [] : [[name, problem] as const];
  });

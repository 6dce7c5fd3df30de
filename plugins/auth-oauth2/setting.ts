// The settings of one OAuth 2.0 profile as this plugin reads them, and which of them each grant type requires.

import type { AuthSetting } from "@pictor/kernel/plugin";
import { endpointProblem, type EndpointField } from "./endpoint-url.js";
import type { Oauth2Settings } from "./settings.gen.js";

export type Fields = Oauth2Settings;
export type GrantType = Fields["grantType"];

/** The fields of a profile, and the context that distinguishes its tokens from those of other profiles. */
export interface OAuthSetting {
  readonly fields: Fields;
  /** Name of the profile; undefined for an inline setting. */
  readonly profile: string | undefined;
  /** The configuration file that defines the profile. A profile of the same name in another file is another profile. */
  readonly file: string | undefined;
  readonly environment: string | undefined;
}

const settings = new WeakMap<AuthSetting, OAuthSetting>();

/** Converts a setting that the kernel has validated against the manifest. Returns the same object for the same input. */
export function oauthSetting(auth: AuthSetting): OAuthSetting {
  const { profile, file, environment } = auth;
  const setting = settings.get(auth) ?? {
    fields: auth.settings as unknown as Fields,
    profile,
    file,
    environment,
  };
  settings.set(auth, setting);
  return setting;
}

type RequiredField =
  | ("clientId" | "tokenUrl" | "authorizationUrl" | "username" | "deviceAuthorizationUrl")
  | "pushedAuthorizationRequestUrl"
  | ("subjectToken" | "assertionKey" | "assertionIssuer");
const requiredFields: Readonly<Record<GrantType, readonly RequiredField[]>> = {
  authorization_code: ["clientId", "authorizationUrl", "tokenUrl"],
  client_credentials: ["clientId", "tokenUrl"],
  password: ["clientId", "tokenUrl", "username"],
  device_code: ["clientId", "deviceAuthorizationUrl", "tokenUrl"],
  // The token or the assertion can stand in for the client (RFC 8693 section 2.1, RFC 7523 section 3.1).
  token_exchange: ["tokenUrl", "subjectToken"],
  jwt_bearer: ["tokenUrl"],
};

/** Whether a token request may name no client. */
export const allowsNoClient = ({ grantType }: Fields): boolean =>
  !requiredFields[grantType].includes("clientId");

/** The fields that an assertion requires which this plugin signs (RFC 7523 section 3). */
function requiredForAssertion(fields: Fields): readonly RequiredField[] {
  if (fields.grantType !== "jwt_bearer" || fields.assertion.trim() !== "") return [];
  return ["assertionKey", ...(fields.clientId.trim() === "" ? (["assertionIssuer"] as const) : [])];
}

/** The endpoint that receives a request which is pushed (RFC 9126). */
const requiredForPush = ({ grantType, pushAuthorizationRequest }: Fields): readonly RequiredField[] =>
  grantType === "authorization_code" && pushAuthorizationRequest ? ["pushedAuthorizationRequestUrl"] : [];

/** The blank fields that the grant type requires, in the order of the form. */
export const missingFields = ({ fields }: OAuthSetting): readonly RequiredField[] =>
  [...requiredFields[fields.grantType], ...requiredForPush(fields), ...requiredForAssertion(fields)].filter(
    (name) => fields[name].trim() === "",
  );

/** The endpoints that a grant type sends credentials or tokens to. */
const endpointsOf = (grantType: GrantType): readonly EndpointField[] => [
  ...requiredFields[grantType].filter((name): name is Extract<RequiredField, EndpointField> =>
    name.endsWith("Url"),
  ),
  ...(grantType === "authorization_code" ? (["pushedAuthorizationRequestUrl"] as const) : []),
  "refreshUrl",
  "revocationUrl",
  "mtlsTokenUrl",
  "jwksUrl",
];

/** The endpoints that are set but not allowed, each with the problem as the predicate of a sentence. */
export const invalidEndpoints = ({ fields }: OAuthSetting): readonly (readonly [EndpointField, string])[] =>
  endpointsOf(fields.grantType).flatMap((name) => {
    if (fields[name].trim() === "") return [];
    const problem = endpointProblem(fields[name], fields.allowInsecure);
    return problem === undefined ? [] : [[name, problem] as const];
  });

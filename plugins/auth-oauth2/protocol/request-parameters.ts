// The parameters of authorization and token requests: those of the flow, then audience and resource, then extra parameters.

import { invalidSetting } from "../faults.js";
import type { Fields } from "../setting.js";

type Parameter = [name: string, value: string];

/** The field with the extra parameters of a request, and the names that this field must not contain. */
export interface ExtraParameters {
  readonly field: "tokenParameters" | "authorizationParameters";
  /** Parameters that the flow sets: overriding one would disable a protection. */
  readonly reserved: RegExp;
}

export const tokenRequestExtras: ExtraParameters = {
  field: "tokenParameters",
  reserved:
    /^(?:grant_type|client_id|client_secret|client_assertion\w*|code|code_verifier|redirect_uri|refresh_token|device_code|assertion|subject_token(?:_type)?|actor_token(?:_type)?|requested_token_type)$/,
};

function extraParameters(fields: Fields, { field, reserved }: ExtraParameters): readonly Parameter[] {
  const forbidden = fields[field].find(({ name }) => reserved.test(name));
  if (forbidden !== undefined)
    throw invalidSetting(
      field,
      `one of them is named "${forbidden.name}", which only the flow itself may set`,
    );
  return fields[field].map(({ name, value }) => [name, value]);
}

/** The parameters `resource`: absolute URIs without a fragment (RFC 8707 section 2). */
function resourceParameters({ resource }: Fields): readonly Parameter[] {
  const uris = resource.map((uri) => uri.trim()).filter((uri) => uri !== "");
  if (uris.some((uri) => !URL.canParse(uri) || uri.includes("#")))
    throw invalidSetting("resource", "one of its URIs is not absolute, or has a fragment");
  return uris.map((uri) => ["resource", uri]);
}

/** The scopes as they are sent: separated by single spaces (RFC 6749 section 3.3). */
export const scopeParameter = (scopes: string): string => scopes.split(/\s+/).filter(Boolean).join(" ");

/**
 * The parameters of one request. An extra parameter replaces audience, resource and parameters of the flow with the same
 * name. Parameters without a name or value are omitted. Throws `AUTH_SETTING_INVALID`.
 */
export function requestParameters(
  fields: Fields,
  flow: Readonly<Record<string, string>>,
  extras: ExtraParameters = tokenRequestExtras,
): URLSearchParams {
  const added = extraParameters(fields, extras);
  const addedNames = new Set(added.map(([name]) => name));
  const common: Parameter[] = [
    ...Object.entries(flow),
    ["audience", fields.audience.trim()],
    ...resourceParameters(fields),
  ];
  const parameters = [...common.filter(([name]) => !addedNames.has(name)), ...added];
  return new URLSearchParams(parameters.filter(([name, value]) => name !== "" && value !== ""));
}

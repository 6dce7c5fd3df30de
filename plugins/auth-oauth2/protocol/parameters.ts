// What a setting adds to the requests of a flow: scope, audience, resource, and parameters of its own.

import type { Fields } from "../setting.js";
import { invalid } from "./invalid.js";

/** The flow itself answers for these; overriding one would undo a protection. */
const reserved =
  /^(?:grant_type|client_id|client_secret|client_assertion\w*|code|code_verifier|redirect_uri|refresh_token|device_code)$/;

type Parameter = [name: string, value: string];
type ListField = "tokenParameters" | "authorizationParameters";

function own(fields: Fields, list: ListField): readonly Parameter[] {
  const given = fields[list].filter(({ name }) => name !== "");
  const forbidden = given.find(({ name }) => reserved.test(name));
  if (forbidden !== undefined) throw invalid(list, `${forbidden.name} is set by the flow itself`);
  return given.map(({ name, value }) => [name, value]);
}

/** RFC 8707 section 2: absolute, without a fragment. */
function resources({ resource }: Fields): readonly Parameter[] {
  const given = resource.filter((address) => address !== "");
  if (given.some((address) => !URL.canParse(address) || address.includes("#"))) {
    throw invalid("resource", "one of its addresses is not absolute, or has a fragment");
  }
  return given.map((address) => ["resource", address]);
}

/** The scopes as they are sent: one space between two (RFC 6749 section 3.3). */
export const scopeText = (scopes: string): string => scopes.split(/\s+/).filter(Boolean).join(" ");

/**
 * The parameters of one request: the flow's, then audience and resource, then the setting's own, which take the place
 * of those of the same name. Empty ones are left out. Throws `AUTH_SETTING_INVALID`.
 */
export function parametersOf(
  fields: Fields,
  flow: Readonly<Record<string, string>>,
  list: ListField = "tokenParameters",
): URLSearchParams {
  const added = own(fields, list);
  const names = new Set(added.map(([name]) => name));
  const common: Parameter[] = [...Object.entries(flow), ["audience", fields.audience], ...resources(fields)];
  const parameters = [...common.filter(([name]) => !names.has(name)), ...added];
  return new URLSearchParams(parameters.filter(([, value]) => value !== ""));
}

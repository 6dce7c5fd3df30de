// Repeats a request once with another client authentication, under `auto`, if the provider did not recognize the client.

import { PictorError } from "@pictor/kernel/plugin";
import { oauthFault } from "../faults.js";
import type { OAuthSetting } from "../setting.js";
import { clientAuthenticationMethod, otherAuthenticationMethod } from "./client-authentication.js";
import { meaningOf } from "./provider-errors.js";

/** Some servers refuse a client without naming it, or any reason. */
const refusesClient = (error: unknown): error is PictorError =>
  error instanceof PictorError &&
  error.code === "OAUTH_REFUSED" &&
  (meaningOf(error) === "client" ||
    (meaningOf(error) === "other" && [400, 401, 403].includes(Number(error.details["status"]))));

/** Servers also answer `invalid_request` to an Authorization header that they cannot decode. */
const refusesAttempt = (error: unknown): boolean =>
  refusesClient(error) || (error instanceof PictorError && error.details["error"] === "invalid_request");

const withAdvice = ({ details }: PictorError, advice: string): PictorError => {
  const { url, error, description, ...more } = details;
  const texts = { url: String(url), error: String(error), description: String(description), advice };
  return oauthFault("OAUTH_REFUSED", texts, { more: { ...more, advice } });
};

/**
 * Settles as `call` does. Only for requests that may be sent twice: without a code, a refresh token that a server would
 * regard as stolen, or a password whose failed attempts are counted. `note` names the method that worked.
 */
export async function withOtherAuthentication<Value>(
  setting: OAuthSetting,
  call: (setting: OAuthSetting) => Promise<Value>,
  note: (value: Value, text: string) => Value,
): Promise<Value> {
  try {
    return await call(setting);
  } catch (error) {
    const { fields } = setting;
    const other = otherAuthenticationMethod(fields);
    if (other === undefined || !refusesClient(error)) throw error;
    const first = clientAuthenticationMethod(fields);
    try {
      const value = await call({ ...setting, fields: { ...fields, clientAuthentication: other } });
      const text = `The provider refuses the client authentication ${first} and accepts ${other}: set clientAuthentication to ${other}.`;
      return note(value, text);
    } catch (second) {
      if (!refusesAttempt(second)) throw second;
      const advice = `Check the client ID and secret; both ${first} and ${other} were tried as clientAuthentication.`;
      throw withAdvice(error, advice);
    }
  }
}

export const addNote = <Value extends { readonly notes: readonly string[] }>(
  value: Value,
  text: string,
): Value => ({ ...value, notes: [...value.notes, text] });

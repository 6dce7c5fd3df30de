// Replaces the credentials of addresses in logs, plans, state files and errors by asterisks. Pure.

import { credentialsIn, maskCredentials } from "@pictor/extensions";
import { percentDecode } from "@pictor/kernel/plugin";

/** Secrets shorter than four characters are left out, because they would match ordinary words. */
const minLength = 4;

/** The credentials of an address, as written and percent-decoded. */
const spellingsIn = (address: string): readonly string[] =>
  credentialsIn(address)
    .flatMap((secret) => [secret, percentDecode(secret)])
    .filter((secret) => secret.length >= minLength);

/** Whether an address contains credentials, so that it must not be an argument. */
export const hasCredentials = (address: string): boolean => credentialsIn(address).length > 0;

/** As `maskCredentials`, and replaces the credentials of `addresses` wherever they occur in the text. */
export function redactCredentials(text: string, addresses: readonly string[] = []): string {
  const secrets = addresses.flatMap(spellingsIn).sort((a, b) => b.length - a.length);
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, "***"), maskCredentials(text));
}

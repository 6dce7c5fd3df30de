// Removes credentials from addresses before they are shown or written to files. Pure.

import { isSecretParameter, percentDecode } from "@pictor/kernel/plugin";

/**
 * Matches the user information of an address. A password that was not percent-encoded may contain `@` and `/`, but `:`
 * with digits before a slash is a port. The length of the scheme is limited, because a tool may write a very long line.
 */
const userOfAddress =
  /\b([a-z][a-z0-9+.-]{0,19}:\/\/)([^\s/:@?#'"<>[]*:(?!\d*[/?#])[^\s'"<>]*|[^\s/?#'"<>]*)@/gi;
const parameter = /([?&]([^?&=\s]{1,60})=)([^&\s]+)/g;

/** Replaces each credential of the addresses in a text; `user` is the user information, `value` a secret of the query. */
const replaced = (text: string, user: (found: string) => string, value: (found: string) => string): string =>
  text
    // Only what ends in an @ is searched: without one, each of many addresses would be read to the end of the word.
    .replace(/[^\s'"<>]+/g, (word) => {
      const end = word.lastIndexOf("@") + 1;
      const hidden = word
        .slice(0, end)
        .replace(userOfAddress, (whole, scheme: string, found: string) =>
          found === "" || (/ssh:\/\/$/i.test(scheme) && !found.includes(":")) ? whole : scheme + user(found),
        );
      return hidden + word.slice(end);
    })
    .replace(parameter, (pair, before: string, name: string, found: string) =>
      isSecretParameter(percentDecode(name)) ? before + value(found) : pair,
    );

const asterisks = (): string => "***";

/**
 * Removes the credentials of every address in a string, and replaces secret query parameters such as `token` by asterisks. The
 * user name of an ssh address stays, because it is not a secret.
 */
export const withoutCredentials = (text: string): string => replaced(text, () => "", asterisks);

/** As `withoutCredentials`, with asterisks in place of the credentials: a person sees that the address has some. */
export const maskCredentials = (text: string): string => replaced(text, () => "***@", asterisks);

/** The credentials that the other functions would remove: of the user `name:password` also the password. */
export function credentialsIn(text: string): readonly string[] {
  const found: string[] = [];
  const keep = (secret: string): string => {
    found.push(secret);
    return "";
  };
  replaced(
    text,
    (user) => keep(user) + (user.includes(":") ? keep(user.slice(user.indexOf(":") + 1)) : ""),
    keep,
  );
  return found;
}

/**
 * Why git may not be given an address; undefined for one without credentials. git would show a credential to every user
 * of the machine as an argument, and would keep it in the configuration of a clone.
 */
export const credentialProblem = (address: string): string | undefined =>
  withoutCredentials(address) === address
    ? undefined
    : "it contains a user name or a credential, which belongs to a credential helper of git";

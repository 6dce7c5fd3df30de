// Removes credentials from addresses before they are shown or written to files. Pure.

/**
 * Matches the user information of an address. A password that was not percent-encoded may contain `@` and `/`, but `:` with digits before a
 * slash is a port. The length of the scheme is limited, because a tool may write a very long line.
 */
const userOfAddress =
  /\b([a-z][a-z0-9+.-]{0,19}:\/\/)([^\s/:@?#'"<>[]*:(?!\d*[/?#])[^\s'"<>]*|[^\s/?#'"<>]*)@/gi;
const secretOfQuery = /([?&][\w-]{0,40}(?:token|password|secret|key|signature)=)[^&\s]+/gi;

/** Replaces the values of secret query parameters, such as `token`, by asterisks. */
export const redactParameters = (text: string): string => text.replace(secretOfQuery, "$1***");

/** Removes the credentials of every address in a string. The user name of an ssh address stays, because it is not a secret. */
export const withoutCredentials = (text: string): string =>
  redactParameters(
    text.replace(userOfAddress, (_, scheme: string, user: string) =>
      /ssh:\/\/$/i.test(scheme) && !user.includes(":") ? `${scheme}${user}@` : scheme,
    ),
  );

/**
 * Why git may not be given an address; undefined for one without credentials. git would show a credential to every user of the machine
 * as an argument, and would keep it in the configuration of a clone.
 */
export const credentialProblem = (address: string): string | undefined =>
  withoutCredentials(address) === address
    ? undefined
    : "it holds a user name or a credential, which belongs to a credential helper of git";

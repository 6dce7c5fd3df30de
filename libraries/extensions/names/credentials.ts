// Credentials in addresses: the one place that takes them out of what people and files are told. Pure.

/** `@` and, where it is no port, `/` may stand in a password that nobody has encoded. Bounded: a tool may write a very long line. */
const userOfAddress =
  /\b([a-z][a-z0-9+.-]{0,19}:\/\/)([^\s/:@?#'"<>[]*:(?!\d*[/?#])[^\s'"<>]*|[^\s/?#'"<>]*)@/gi;
const secretOfQuery = /([?&][\w-]{0,40}(?:token|password|secret|key|signature)=)[^&\s]+/gi;

/** A text with the credentials of every address in it taken out. A user name of ssh stays: it is no secret. */
export const withoutCredentials = (text: string): string =>
  text
    .replace(userOfAddress, (_, scheme: string, user: string) =>
      /ssh:\/\/$/i.test(scheme) && !user.includes(":") ? `${scheme}${user}@` : scheme,
    )
    .replace(secretOfQuery, "$1***");

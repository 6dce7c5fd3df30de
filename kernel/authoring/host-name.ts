// The host of an address in the form that is compared.

/** A host without the brackets of an IPv6 address, as a connection is opened to it. */
export const withoutBrackets = (host: string): string => host.replace(/^\[(.*)\]$/, "$1");

/** A `URL.hostname` without the brackets of an IPv6 address and without the trailing dot of a complete name. */
export const bareHost = (hostname: string): string => withoutBrackets(hostname).replace(/\.$/, "");

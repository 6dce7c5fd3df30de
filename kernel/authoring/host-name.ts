// The host of an address in the form that is compared.

/** A `URL.hostname` without the brackets of an IPv6 address and without the trailing dot of a complete name. */
export const bareHost = (hostname: string): string => hostname.replace(/^\[|\]$|\.$/g, "");

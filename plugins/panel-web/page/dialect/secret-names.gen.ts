// Generated from kernel/config/secret-names.ts by `npm run gen`; do not edit.

/**
 * Names of fields and headers that contain secrets (RFC 9110 sections 11.6.2 and 11.7.2, RFC 6265, and common names).
 */
export const secretNamePattern =
  /pass(word|phrase)?$|secret|token|^(?:proxy[-_]?)?authorization$|cookie|api[-_]?key|credential/i;

/** Whether a setting or a variable has the name of a secret. The address of a token endpoint is none. */
export const isSecretName = (name: string): boolean => secretNamePattern.test(name) && !/ur[li]$/i.test(name);

/**
 * Names that are those of secrets in an address or a form only: keys, and the signatures that give access to whoever has the
 * address (Azure `sig`, `X-Amz-Signature`, `X-Goog-Signature`, CloudFront `Signature`). A setting or a header with such a name,
 * such as a key to sort by or the signature of a file, need not be secret.
 */
const secretOfAddress =
  /^(?:key|sig)$|signature$|(?:access|account|app|auth|client|consumer|deploy|license|private|service|subscription|user)[-_]?key$/i;

/** Whether a parameter of an address or a form has the name of a secret. The name is percent-decoded. */
export const isSecretParameter = (name: string): boolean =>
  secretNamePattern.test(name) || secretOfAddress.test(name);

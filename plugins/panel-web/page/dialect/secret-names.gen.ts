// Generated from kernel/config/secret-names.ts by `npm run gen`; do not edit.

/**
 * Names of fields and headers that contain secrets (RFC 9110 sections 11.6.2 and 11.7.2, RFC 6265, and common names).
 */
export const secretNamePattern =
  /pass(word|phrase)?$|secret|token|^(?:proxy[-_]?)?authorization$|cookie|api[-_]?key|credential/i;

/** Whether a setting or a variable has the name of a secret. The address of a token endpoint is none. */
export const isSecretName = (name: string): boolean => secretNamePattern.test(name) && !/ur[li]$/i.test(name);

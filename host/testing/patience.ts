// How long tests wait for what other parts of the process do.

/**
 * Options of `vi.waitFor`, and the default of `expect.poll`: a bound against hanging, which a machine under load does
 * not reach.
 */
export const patience = { timeout: 25_000 } as const;

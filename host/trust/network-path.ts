// Paths that are on another machine.

/** A network path of Windows: reading its metadata already sends the user's credentials to its server. */
export const isNetworkPath = (path: string): boolean => /^[\\/]{2}/.test(path);

// The backend that is used when a request names none.

import type { Pictor } from "@pictor/host";

/** The name of the instance that is used when a request names none. */
export const defaultName = async (pictor: Pictor): Promise<string | undefined> => {
  try {
    return (await pictor.openBackend()).instance.name;
  } catch {
    // The error is not reported here: the route of one instance reports why it cannot be opened.
    return undefined;
  }
};

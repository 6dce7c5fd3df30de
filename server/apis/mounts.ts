// The APIs that plugins contribute, by the prefixes of their paths.

import type { Pictor } from "@pictor/host";
import type { Api, Contribution } from "@pictor/kernel";

export interface Mount {
  readonly contribution: Contribution<"apis">;
  /** Opens the API; loads its plugin at the first call. Rejects as `Pictor.openApi`. */
  open(): Promise<Api>;
}

/** The API of a path; undefined for a path of the server itself. */
export type FindMount = (path: string) => Mount | undefined;

export function createMounts(pictor: Pick<Pictor, "contributions" | "openApi">): FindMount {
  return (path) => {
    const prefix = /^\/[^/]*/.exec(path)?.[0];
    const contribution = pictor.contributions("apis").find((api) => api.prefix === prefix);
    return contribution && { contribution, open: () => pictor.openApi(contribution.id) };
  };
}

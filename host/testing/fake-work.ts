// A fake of the facet `work`: a queue whose events a test reports.

import type { MemberBackend, WorkFacet, WorkOptions } from "@pictor/kernel";

/** A facet `work` in memory. */
export interface FakeWork {
  /** What the worker has given, once it works. */
  readonly given: Promise<{ readonly backend: MemberBackend; readonly options: WorkOptions }>;
  /** Ends the work, as a queue does when its worker was drained; with an error, as a queue that fails. */
  end(error?: Error): void;
  readonly facet: WorkFacet;
}

export function fakeWork(): FakeWork {
  let given: (value: Awaited<FakeWork["given"]>) => void = () => undefined;
  let settle: (error?: Error) => void = () => undefined;
  return {
    given: new Promise((resolve) => (given = resolve)),
    end: (error) => settle(error),
    facet: {
      work: (backend, options) =>
        new Promise((resolve, reject) => {
          settle = (error) => {
            if (error === undefined) resolve();
            else reject(error);
          };
          given({ backend, options });
        }),
    },
  };
}

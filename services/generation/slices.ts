// Long synchronous work in slices, between which other work of the process, such as the requests of other clients, goes on.

/** The work of one call, which counts what it does. */
export interface Slices {
  /** Ends the work. */
  readonly signal: AbortSignal | undefined;
  /**
   * Counts units of work that was done, such as nodes that were visited. Resolves at once, or, after a slice, when other
   * work has had its turn. Rejects with the reason of the signal.
   */
  spend(units: number): Promise<void>;
}

/** Units of a slice: each is the work on one node of a graph, about 10 microseconds. */
const sliceUnits = 1_000;

/** Lets events that wait, such as input of sockets, be handled first. */
const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

export function createSlices(signal?: AbortSignal, takeTurn: () => Promise<void> = nextTurn): Slices {
  let spent = 0;
  return {
    signal,
    async spend(units) {
      spent += units;
      if (spent < sliceUnits) return;
      spent = 0;
      await takeTurn();
      signal?.throwIfAborted();
    },
  };
}

// The members of a fake server that is a farm itself: some that get prompts, and a draining one.

import type { MembersFacet } from "@pictor/kernel/plugin";

export const fakeMembers = (count: () => number): MembersFacet => {
  const figures = { running: 0, loaded: [], ended: 0, lost: 0, modelSwitches: 0 };
  return {
    status: () =>
      Promise.resolve({
        members: [
          { name: "away", state: "draining", ...figures },
          ...Array.from({ length: count() }, (_, at) => ({
            name: `worker ${at}`,
            state: "ready" as const,
            ...figures,
          })),
        ],
        owners: [],
        problems: [],
        isPaused: false,
      }),
    drain: () => Promise.resolve(),
    resume: () => Promise.resolve(),
    setPaused: () => Promise.resolve(),
    setOwnerPaused: () => Promise.resolve(),
    setOwnerLimit: () => Promise.resolve(),
    setPriority: () => Promise.resolve(false),
    extensions: () => Promise.resolve(undefined),
  };
};

// A fake of the facet `members`: servers in memory, whose changes are recorded.

import { fault, type FarmStatus, type MembersFacet, type MemberStatus } from "@pictor/kernel";

/** A facet `members` in memory. */
export interface FakeMembers {
  status: FarmStatus;
  /** The operations that were called, in order. */
  readonly done: string[];
  readonly facet: MembersFacet;
}

/** A member that has not run anything. */
export const idleMember = (name: string, more: Partial<MemberStatus> = {}): MemberStatus => ({
  name,
  state: "ready",
  running: 0,
  loaded: [],
  ended: 0,
  lost: 0,
  modelSwitches: 0,
  ...more,
});

export function fakeMembers(status: Partial<FarmStatus> = {}): FakeMembers {
  const change = (operation: "drain" | "resume", member: string, state: MemberStatus["state"]) => {
    const { members } = fake.status;
    const known = members.map(({ name }) => name);
    if (!known.includes(member))
      return Promise.reject(
        fault("BACKEND_MEMBER_UNKNOWN", { backend: "farm", member, known: known.join(", "), suggestion: "" }),
      );
    fake.done.push(`${operation} ${member}`);
    fake.status = {
      ...fake.status,
      members: members.map((each) => (each.name === member ? { ...each, state } : each)),
    };
    return Promise.resolve();
  };
  const fake: FakeMembers = {
    status: {
      members: [idleMember("a"), idleMember("b")],
      owners: [],
      problems: [],
      isPaused: false,
      ...status,
    },
    done: [],
    facet: {
      status: () => Promise.resolve(fake.status),
      drain: (member) => change("drain", member, "draining"),
      resume: (member) => change("resume", member, "ready"),
      setPaused: (isPaused) => {
        fake.done.push(isPaused ? "pause" : "end the pause");
        fake.status = { ...fake.status, isPaused };
        return Promise.resolve();
      },
      setOwnerPaused: (owner, isPaused) => {
        fake.done.push(isPaused ? `pause ${owner}` : `end the pause of ${owner}`);
        const { owners } = fake.status;
        const known = owners.find((each) => each.owner === owner) ?? { owner, waiting: 0, running: 0 };
        const others = owners.filter((each) => each !== known);
        fake.status = { ...fake.status, owners: [...others, { ...known, isPaused }] };
        return Promise.resolve();
      },
      setOwnerLimit: (owner, runningLimit) => {
        fake.done.push(`limit ${owner} to ${String(runningLimit)}`);
        return Promise.resolve();
      },
      setPriority: (promptId, priority) => {
        fake.done.push(`${priority} for ${promptId}`);
        return Promise.resolve(promptId !== "gone");
      },
      extensions: () => Promise.resolve(undefined),
    },
  };
  return fake;
}

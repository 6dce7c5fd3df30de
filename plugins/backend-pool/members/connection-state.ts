// Whether the pool as a whole is connected: it is while events of at least one member flow. Of the prompts on a member, listeners
// learn whether that member is.

import type { BackendEvent } from "@pictor/kernel/plugin";
import type { Entry } from "../prompts/entry.js";
import type { Table } from "../prompts/table.js";
import type { Member } from "./member.js";

/** The event about the connection to the member that has a prompt. */
export const connectionOf = (member: Member, { id }: Entry): BackendEvent => ({
  type: "promptConnection",
  promptId: id,
  state: member.isConnected() ? "open" : "lost",
  server: `the member ${member.name}`,
});

/** Returns a function that emits the state of the connection, and of those of prompts, when it has changed. */
export function createConnectionState(
  members: () => Iterable<Member>,
  table: Pick<Table, "on">,
  emit: (event: BackendEvent) => void,
): () => void {
  let wasConnected = true;
  const lost = new Set<Member>();
  return () => {
    const all = [...members()];
    const isConnected = all.some((member) => member.isConnected());
    const isNews = isConnected !== wasConnected;
    wasConnected = isConnected;
    if (isNews) emit({ type: "connection", state: isConnected ? "open" : "lost" });
    for (const member of all) {
      const isChanged = member.isConnected() ? lost.delete(member) : !lost.has(member);
      if (!member.isConnected()) lost.add(member);
      // A pool that is connected again may have members that are not.
      if (!isChanged && !(isNews && lost.has(member))) continue;
      for (const entry of table.on(member.name))
        if (entry.state.step === "there") emit(connectionOf(member, entry));
    }
  };
}

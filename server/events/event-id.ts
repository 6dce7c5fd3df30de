// The id of an event for clients: the server's id and the number, so that numbers of an earlier run are recognized.

/** Used as `Last-Event-ID` of server-sent events, and as `since` of the socket. */
export const eventIdOf = (serverId: string, seq: number): string => `${serverId}:${seq}`;

/**
 * The number in an id; undefined without an id. -1 for an id of another run or of any other form: no event has this
 * number, so the client receives a reset.
 */
export function sequenceNumberOf(id: string | undefined, serverId: string): number | undefined {
  if (id === undefined || id === "") return undefined;
  const digits = id.startsWith(`${serverId}:`) ? id.slice(serverId.length + 1) : "";
  return /^\d{1,15}$/.test(digits) ? Number(digits) : -1;
}

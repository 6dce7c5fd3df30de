// The id of an event for clients: the server's id and the number, so that numbers of an earlier run are recognized.

/**
 * The id of an event, which clients send back as `Last-Event-ID` of server-sent events, and as `since` of the event
 * socket.
 */
export const eventIdOf = (serverId: string, seq: number): string => `${serverId}:${seq}`;

/**
 * The number in an event id; undefined without an id. An id of another run, or of any other form, gives -1: no event
 * has this number, so the client receives a reset.
 */
export function sequenceNumberOf(id: string | undefined, serverId: string): number | undefined {
  if (id === undefined || id === "") return undefined;
  const digits = id.startsWith(`${serverId}:`) ? id.slice(serverId.length + 1) : "";
  return /^\d{1,15}$/.test(digits) ? Number(digits) : -1;
}

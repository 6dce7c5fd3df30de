// Kinds of HTTP statuses that several folders of this plugin share.

/** Statuses of a server that lacks a route. ComfyUI answers 404 or 405; 410 and 501 come from compatible servers. */
export const missingRouteStatuses = [404, 405, 410, 501] as const;

const gatewayFailures: ReadonlySet<unknown> = new Set([502, 503, 504]);

export const isMissingRouteStatus = (status: unknown): boolean =>
  missingRouteStatuses.some((missing) => missing === status);

/** Whether a proxy answered because the server behind it did not (RFC 9110 sections 15.6.3 to 15.6.5). */
export const isGatewayFailure = (status: unknown): boolean => gatewayFailures.has(status);

/** Whether the same request may succeed later: after a gateway failure, or 429 (Too Many Requests). */
export const isTransientStatus = (status: unknown): boolean => status === 429 || isGatewayFailure(status);

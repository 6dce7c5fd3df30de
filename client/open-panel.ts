// The client of a page that the server itself serves as a panel.

import { createClient, type Client, type ClientOptions } from "./create-client.js";
import { apiErrorOf } from "./api-error.js";

/** The storage in which the token is kept for this tab and this origin, until the tab is closed. */
const storageKey = "pictor.token";

/** The parts of a browser's window that are used here. */
interface Page {
  readonly location: {
    readonly origin: string;
    readonly hash: string;
    readonly pathname: string;
    readonly search: string;
  };
  readonly history: { replaceState(data: unknown, unused: string, url: string): void };
  readonly sessionStorage: { getItem(key: string): string | null; setItem(key: string, value: string): void };
}

/** Keeps the token of a session for this tab; an empty one forgets it, for example after the server has ended the session. */
export const keepSession = (token: string): void => {
  (globalThis as unknown as Page).sessionStorage.setItem(storageKey, token);
};

/**
 * Opens the session of a panel. The address with which the person opens the panel has a code, which works once and is exchanged
 * for a token; the address is then rewritten, and a reload uses the token of the tab. Rejects with `ApiError` for a code that
 * was used or has expired, and with an Error when the page has neither a code nor a token.
 */
export async function openPanel(options: Omit<ClientOptions, "url" | "token"> = {}): Promise<Client> {
  const { location, history, sessionStorage } = globalThis as unknown as Page;
  const { fetch: given = fetch } = options;
  const code = new URLSearchParams(location.hash.slice(1)).get("code");
  if (code !== null) {
    history.replaceState(null, "", location.pathname + location.search);
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ code });
    const reply = await given("/v1/session", { method: "POST", headers, body });
    if (!reply.ok) throw await apiErrorOf(reply);
    keepSession(((await reply.json()) as { readonly token: string }).token);
  }
  const token = sessionStorage.getItem(storageKey);
  if (!token) throw new Error("No session.");
  return createClient({ ...options, url: location.origin, token });
}

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
  readonly sessionStorage: {
    getItem(key: string): string | null;
    setItem(key: string, value: string): void;
    removeItem(key: string): void;
  };
}

const post = async (given: typeof fetch, path: string, body: object): Promise<unknown> => {
  const { location } = globalThis as unknown as Page;
  const headers = { "content-type": "application/json" };
  const reply = await given(new URL(path, location.origin), {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  if (!reply.ok) throw await apiErrorOf(reply);
  return reply.json();
};

/** What a page without a session and the open pages show while it asks to be let in. */
export interface PanelCode {
  readonly code: string;
  readonly expiresAtMs: number;
}

const askEveryMs = 1_000;

/**
 * Asks the open pages to let this one in: they show the same code, and a person agrees in one of them. Resolves to whether somebody did;
 * `openPanel` then opens the session. Rejects with `ApiError`, for example when the code has expired.
 */
export async function askForSession(
  onCode: (shown: PanelCode) => void,
  signal: AbortSignal,
  { fetch: given = fetch }: Pick<ClientOptions, "fetch"> = {},
): Promise<boolean> {
  const { sessionStorage } = globalThis as unknown as Page;
  const { request, ...shown } = (await post(given, "/v1/session-requests", {})) as PanelCode & {
    readonly request: string;
  };
  onCode(shown);
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, askEveryMs));
    signal.throwIfAborted();
    const answer = (await post(given, "/v1/session-requests/answer", { request })) as {
      readonly state: string;
      readonly token?: string;
    };
    if (answer.state === "waiting") continue;
    if (answer.token !== undefined) sessionStorage.setItem(storageKey, answer.token);
    return answer.state === "granted";
  }
}

/** Forgets the session of this tab, for example after the server has ended it. */
export const forgetSession = (): void => {
  (globalThis as unknown as Page).sessionStorage.removeItem(storageKey);
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
    const { token } = (await post(given, "/v1/session", { code })) as { readonly token: string };
    sessionStorage.setItem(storageKey, token);
  }
  const token = sessionStorage.getItem(storageKey);
  if (token === null) throw new Error("This page has no session: an address opens one page, once.");
  return createClient({ ...options, url: location.origin, token });
}

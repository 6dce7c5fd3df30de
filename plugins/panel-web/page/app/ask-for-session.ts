// Asks the open pages to let this one in: they show the same code, and a person agrees in one of them.

import { keepSession, type SessionAnswer, type SessionRequest } from "@pictor/client";

async function post(path: string, body: object): Promise<unknown> {
  const headers = { "content-type": "application/json" };
  const reply = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
  const json = (await reply.json()) as { readonly title?: string };
  if (!reply.ok) throw new Error(reply.status === 401 ? "Nobody has answered in time." : json.title);
  return json;
}

const askEveryMs = 1_000;

/** Resolves to whether this page was let in, and may be loaded again. Rejects with a sentence for the user. */
export async function askForSession(
  onCode: (shown: Pick<SessionRequest, "userCode" | "expiresAtMs">) => void,
  signal: AbortSignal,
): Promise<boolean> {
  const { secret, ...shown } = (await post("/v1/session/requests", {})) as SessionRequest;
  onCode(shown);
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, askEveryMs));
    signal.throwIfAborted();
    const { state, token } = (await post("/v1/session/requests/answer", { secret })) as SessionAnswer;
    if (state === "waiting") continue;
    if (token !== undefined) keepSession(token);
    return state === "granted";
  }
}

// The page without a session: it asks an open page to let it in, or says how to get an address.

import { keepSession, type SessionAnswer, type SessionRequest } from "@pictor/client";
import { useEffect, useState } from "preact/hooks";
import { useAttempt } from "../parts/attempt.js";
import { Button } from "../parts/button.js";
import { clockText, now } from "../shell/clock.js";

type ShownCode = Pick<SessionRequest, "userCode" | "expiresAtMs">;

async function post(path: string, body: object): Promise<unknown> {
  const headers = { "content-type": "application/json" };
  const reply = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
  const json = (await reply.json()) as { readonly title?: string };
  if (!reply.ok) throw new Error(reply.status === 401 ? "Nobody has answered in time." : json.title);
  return json;
}

const askEveryMs = 1_000;

/** Resolves to whether this page was let in, and may be loaded again. Rejects with a sentence for the user. */
async function askForSession(onCode: (shown: ShownCode) => void, signal: AbortSignal): Promise<boolean> {
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

export function NoSession({ reason }: { readonly reason: string }) {
  const [shown, setShown] = useState<ShownCode>();
  const [isRefused, setRefused] = useState(false);
  const { run, stop, isBusy, error } = useAttempt();
  useEffect(() => stop, []);
  const ask = async (): Promise<void> => {
    setRefused(false);
    const isLetIn = await run((signal) =>
      askForSession((code) => {
        if (!signal.aborted) setShown(code);
      }, signal),
    );
    if (isLetIn === true) location.reload();
    setShown(undefined);
    setRefused(isLetIn === false);
  };
  return (
    <main class="message-page">
      <h1>No session</h1>
      {reason !== "No session." && <p>{reason}</p>}
      {isBusy && shown !== undefined ? (
        <section class="card stack" aria-label="Code of this page" aria-live="polite">
          <p>Look at a page of Pictor that is open. It shows the same code: let this page in there.</p>
          <code class="code-large">{shown.userCode}</code>
          <p class="small muted">{`Valid for ${clockText(shown.expiresAtMs - now.value)}`}</p>
          <Button onClick={stop}>Cancel</Button>
        </section>
      ) : (
        <Button look="primary" disabled={isBusy} onClick={() => void ask()}>
          Ask an open page
        </Button>
      )}
      {!isBusy && (isRefused || error !== undefined) && (
        <p class="error" role="alert">
          {error?.text ?? "The other page has refused."}
        </p>
      )}
      <p class="muted">
        Is none open? Press Enter in the terminal in which Pictor is running, or start Pictor there again: a
        new page opens.
      </p>
    </main>
  );
}

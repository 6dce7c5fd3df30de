// The page without a session: it asks an open page to let it in, or says how to get an address.

import type { SessionRequest } from "@pictor/client";
import { useEffect, useState } from "preact/hooks";
import { useAttempt } from "../parts/attempt.js";
import { Button } from "../parts/button.js";
import { askForSession } from "./ask-for-session.js";
import { clockText, now } from "../shell/clock.js";

type ShownCode = Pick<SessionRequest, "userCode" | "expiresAtMs">;

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
        Is none open? Press Enter in the terminal in which Pictor runs, or start Pictor there again: a new
        page opens.
      </p>
    </main>
  );
}

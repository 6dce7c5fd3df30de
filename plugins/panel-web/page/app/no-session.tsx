// The page without a session: it asks an open page to let it in, or says how to get an address.

import type { SessionRequest } from "@pictor/client";
import { useEffect, useRef, useState } from "preact/hooks";
import { shownError } from "../api/errors.js";
import { Button } from "../parts/button.js";
import { askForSession } from "./ask-for-session.js";
import { clockText, now } from "../shell/clock.js";

type Asking =
  | { readonly state: "none"; readonly note?: string }
  | { readonly state: "asking" }
  | { readonly state: "waiting"; readonly shown: Pick<SessionRequest, "userCode" | "expiresAtMs"> };

export function NoSession({ reason }: { readonly reason: string }) {
  const [asking, setAsking] = useState<Asking>({ state: "none" });
  const running = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const ask = (): void => {
    const own = (running.current = new AbortController());
    setAsking({ state: "asking" });
    askForSession((shown) => {
      if (running.current === own) setAsking({ state: "waiting", shown });
    }, own.signal).then(
      (isLetIn) => {
        if (isLetIn) location.reload();
        else setAsking({ state: "none", note: "The other page has refused." });
      },
      (error: unknown) => {
        if (!own.signal.aborted) setAsking({ state: "none", note: shownError(error).text });
      },
    );
  };
  const cancel = (): void => {
    running.current?.abort();
    setAsking({ state: "none" });
  };
  return (
    <main class="message-page">
      <h1>No session</h1>
      {reason !== "No session." && <p>{reason}</p>}
      {asking.state === "waiting" ? (
        <section class="card stack" aria-label="Code of this page" aria-live="polite">
          <p>Look at a page of Pictor that is open. It shows the same code: let this page in there.</p>
          <code class="code-large">{asking.shown.userCode}</code>
          <p class="small muted">{`Valid for ${clockText(asking.shown.expiresAtMs - now.value)}`}</p>
          <Button onClick={cancel}>Cancel</Button>
        </section>
      ) : (
        <Button look="primary" disabled={asking.state === "asking"} onClick={ask}>
          Ask an open page
        </Button>
      )}
      {asking.state === "none" && asking.note !== undefined && (
        <p class="error" role="alert">
          {asking.note}
        </p>
      )}
      <p class="muted">
        Is none open? Press Enter in the terminal in which Pictor runs, or start Pictor there again: a new
        page opens.
      </p>
    </main>
  );
}

// Tries the settings of a backend before they are saved, and says what answers.

import type { BackendTest } from "@pictor/client";
import { useState } from "preact/hooks";
import { shownError, type ShownError } from "../../api/errors.js";
import { calls } from "../../api/session.js";
import { Button } from "../../parts/button.js";
import { ErrorNote } from "../../parts/error-note.js";
import { withTexts } from "../../saving/typed-secrets.js";
import { adviceOf } from "../data/advice.js";
import { settingsOf, type BackendDraft } from "./backend-draft.js";

interface Tested {
  readonly of: BackendDraft;
  readonly result?: BackendTest;
  readonly error?: ShownError;
}

function ResultText({ result: { isReachable, info, error } }: { readonly result: BackendTest }) {
  if (isReachable)
    return (
      <p class="row">
        <span class="dot good" />
        <span>{[info?.title ?? "The backend", info?.version, "answers."].filter(Boolean).join(" ")}</span>
      </p>
    );
  return (
    <p class="row error">
      <span class="dot error" />
      <span>{adviceOf(error?.code)?.text ?? error?.what ?? "It does not answer."}</span>
    </p>
  );
}

export function ConnectionTest({ draft }: { readonly draft: BackendDraft }) {
  const [tested, setTested] = useState<Tested>();
  const [isBusy, setBusy] = useState(false);
  const test = async (): Promise<void> => {
    setBusy(true);
    try {
      setTested({ of: draft, result: await calls().testBackend({ body: withTexts(settingsOf(draft)) }) });
    } catch (reason) {
      setTested({ of: draft, error: shownError(reason) });
    } finally {
      setBusy(false);
    }
  };
  const shown = tested?.of === draft ? tested : undefined;
  return (
    <div class="stack tight">
      <div>
        <Button disabled={isBusy} onClick={() => void test()}>
          {isBusy ? "Asking the server…" : "Test connection"}
        </Button>
      </div>
      <div role="status">{shown?.result !== undefined && <ResultText result={shown.result} />}</div>
      {shown?.error !== undefined && <ErrorNote error={shown.error} />}
    </div>
  );
}

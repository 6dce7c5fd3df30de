// Tries the settings of a backend before they are saved, and says what answers.

import type { BackendTest } from "@pictor/client";
import { useState } from "preact/hooks";
import { calls } from "../../api/session.js";
import { Button } from "../../parts/button.js";
import { useAttempt } from "../../parts/attempt.js";
import { AttemptNote } from "../../parts/attempt-note.js";
import { withTexts } from "../../saving/typed-secrets.js";
import { shownFault } from "../../api/errors.js";
import { adviceOf } from "../../api/words.js";
import { settingsOf, type BackendDraft } from "./backend-draft.js";

interface Tested {
  readonly of: BackendDraft;
  readonly result?: BackendTest;
}

/** `profile` is the auth profile of the draft. */
function resultText({ isReachable, info, error }: BackendTest, profile: string): string {
  if (isReachable) return [info?.title ?? "The backend", info?.version, "answers."].filter(Boolean).join(" ");
  return (
    adviceOf(error?.code)?.state?.text(profile) ??
    (error === undefined ? "It does not answer." : shownFault(error).text)
  );
}

export function ConnectionTest({ draft }: { readonly draft: BackendDraft }) {
  const [tested, setTested] = useState<Tested>();
  const attempt = useAttempt("the server to answer");
  const test = async (): Promise<void> => {
    setTested({ of: draft });
    const result = await attempt.run((signal) =>
      calls().testBackend({ body: withTexts(settingsOf(draft)), signal }),
    );
    if (result !== undefined) setTested({ of: draft, result });
  };
  const isShown = tested?.of === draft;
  return (
    <div class="stack tight">
      <Button disabled={attempt.isBusy} onClick={() => void test()}>
        {attempt.isBusy ? "Asking the server…" : "Test connection"}
      </Button>
      <div role="status">
        {isShown && tested.result !== undefined && (
          <p class={tested.result.isReachable ? "row" : "row error"}>
            <span class={`dot ${tested.result.isReachable ? "good" : "error"}`} />
            <span>{resultText(tested.result, draft.auth)}</span>
          </p>
        )}
      </div>
      {(isShown || attempt.isBusy) && <AttemptNote of={attempt} />}
    </div>
  );
}

// The prompts of all clients on a server. Each prompt can be cancelled, and the result of the cancellation is shown.

import type { Backend, BackendPrompt } from "@pictor/client";
import { calls } from "../../api/session.js";
import { Button } from "../../parts/button.js";
import { Entries, Entry } from "../../parts/entries.js";
import { dotted } from "../../parts/texts.js";
import { agoText, now } from "../../shell/clock.js";
import { backendData } from "../data/backend-data.js";
import { isOpenPrompt } from "../data/health.js";
import { useChanges } from "../data/use-changes.js";
import { LoadedPart } from "../../parts/loaded-part.js";
import { cancellationTexts, groupPrompts, promptTitle } from "./prompt-text.js";

const everyMs = 3000;

const states = {
  queued: "",
  running: "",
  succeeded: "Finished",
  interrupted: "Interrupted",
  failed: "Failed",
  lost: "Lost",
} as const;

interface PromptEntryProps {
  readonly prompt: BackendPrompt;
  readonly onCancel: () => void;
}

function PromptEntry({ prompt, onCancel }: PromptEntryProps) {
  const { promptId, state, ahead, createdAtMs } = prompt;
  const title = promptTitle(prompt);
  const facts = dotted(
    states[state],
    ahead !== undefined && ahead > 0 && state === "queued" && `${ahead} before it`,
    createdAtMs !== undefined && agoText(now.value - createdAtMs),
  );
  return (
    <Entry title={title} beside={<code class="muted ellipsis">{promptId}</code>} facts={[facts]}>
      {isOpenPrompt(prompt) && (
        <Button title={`Cancel ${title}, ${promptId}`} onClick={onCancel}>
          Cancel
        </Button>
      )}
    </Entry>
  );
}

export function PromptsPart({ backend: { name } }: { readonly backend: Backend }) {
  const { resource, change, note } = useChanges(name, () => backendData(name).prompts, everyMs);
  const cancel = (prompt: BackendPrompt): void =>
    change(async (signal) => {
      const params = { name, id: prompt.promptId };
      const { outcome } = await calls().cancelBackendPrompt({ params, signal });
      return `${promptTitle(prompt)}: ${cancellationTexts[outcome]}`;
    });
  return (
    <LoadedPart resource={resource} what="the prompts">
      {({ prompts: all }) => (
        <div class="stack">
          {note}
          {groupPrompts(all).map((group) => (
            <section key={group.title} class="stack tight" aria-label={group.title}>
              <h3>{group.title}</h3>
              <Entries of={group.prompts}>
                {(prompt) => (
                  <PromptEntry key={prompt.promptId} {...{ prompt }} onCancel={() => cancel(prompt)} />
                )}
              </Entries>
            </section>
          ))}
          {all.length === 0 && <p class="muted">Nothing runs, nothing waits, and nothing has run yet.</p>}
        </div>
      )}
    </LoadedPart>
  );
}

// The prompts of all clients on a server. Each prompt can be cancelled, and the result of the cancellation is shown.

import type { Backend, BackendPrompt } from "@pictor/client";
import { useState } from "preact/hooks";
import { shownError } from "../../api/errors.js";
import { calls } from "../../api/session.js";
import { Button } from "../../parts/button.js";
import { now, roughText } from "../../shell/clock.js";
import { backendData } from "../data/backend-data.js";
import { LoadedPart } from "../data/loaded-part.js";
import { usePolling } from "../../api/use-resource.js";
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
  readonly name: string;
  readonly prompt: BackendPrompt;
  /** Receives the result of a cancellation as a text, because a removed prompt is no longer in the list. */
  readonly onTold: (text: string) => void;
}

function PromptEntry({ name, prompt, onTold }: PromptEntryProps) {
  const { promptId, state, ahead, createdAtMs } = prompt;
  const isOpen = state === "queued" || state === "running";
  const title = promptTitle(prompt);
  const facts = [
    states[state],
    ahead !== undefined && ahead > 0 && state === "queued" ? `${ahead} before it` : "",
    createdAtMs === undefined ? "" : `${roughText(now.value - createdAtMs)} ago`,
  ].filter((fact) => fact !== "");
  const cancel = async (): Promise<void> => {
    try {
      const result = await calls().cancelBackendPrompt({ params: { name, id: promptId } });
      onTold(`${title}: ${cancellationTexts[result.outcome]}`);
    } catch (error) {
      onTold(shownError(error).text);
    }
    await backendData(name).prompts.load();
  };
  return (
    <li class="row wrap entry">
      <span class="grow">
        <span class="row">
          <strong>{title}</strong>
          <code class="muted ellipsis">{promptId}</code>
        </span>
        <span class="small muted">{facts.join(" · ")}</span>
      </span>
      {isOpen && (
        <Button title={`Cancel ${title}, ${promptId}`} onClick={() => void cancel()}>
          Cancel
        </Button>
      )}
    </li>
  );
}

export function PromptsPart({ backend: { name } }: { readonly backend: Backend }) {
  const { prompts } = backendData(name);
  const [told, setTold] = useState("");
  usePolling(prompts.load, everyMs, [name]);
  return (
    <LoadedPart resource={prompts} what="the prompts">
      {({ prompts: all }) => (
        <div class="stack">
          <p class="told" role="status">
            {told}
          </p>
          {groupPrompts(all).map((group) => (
            <section key={group.title} class="stack tight" aria-label={group.title}>
              <h3>{group.title}</h3>
              <ul class="entries">
                {group.prompts.map((prompt) => (
                  <PromptEntry key={prompt.promptId} {...{ name, prompt }} onTold={setTold} />
                ))}
              </ul>
            </section>
          ))}
          {all.length === 0 && <p class="muted">Nothing runs, nothing waits, and nothing has run yet.</p>}
        </div>
      )}
    </LoadedPart>
  );
}

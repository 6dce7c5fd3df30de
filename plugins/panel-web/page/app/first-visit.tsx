// The first visit of a view: one sentence that says what the view is for, until the user has read it.

import { acceptTexts } from "../api/guards.js";
import { Button } from "../parts/button.js";
import { storedSignal } from "../shell/stored.js";
import { currentView } from "./views.js";

const sentences: Readonly<Record<string, string>> = {
  generate:
    "Write what you want to see and press Generate; a workflow or an image of yours that you drop here becomes a form.",
  request: "Type an address or paste a curl command and press Send; the tab Auth adds credentials.",
  backends: "These servers make your images; the one that comes with Pictor draws without a model.",
};

const read = storedSignal<readonly string[]>("readHints", [], acceptTexts);

export function FirstVisit() {
  const { id } = currentView.value;
  const sentence = sentences[id];
  if (sentence === undefined || read.value.includes(id)) return null;
  return (
    <aside class="bar row" aria-label="First visit">
      <span class="grow">{sentence}</span>
      <Button look="link" onClick={() => (read.value = [...read.value, id])}>
        Got it
      </Button>
    </aside>
  );
}

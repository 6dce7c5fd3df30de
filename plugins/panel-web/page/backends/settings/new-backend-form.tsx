// The form of a new backend.

import { useRef } from "preact/hooks";
import { backends } from "../../api/catalog.js";
import { besideFields } from "../../api/errors.js";
import { Button } from "../../parts/button.js";
import { WaitNote } from "../../parts/attempt-note.js";
import { ErrorNote } from "../../parts/error-note.js";
import { showToast } from "../../parts/toasts.js";
import { useCommands } from "../../shell/commands.js";
import { goToBackend } from "../data/backends-place.js";
import { clearNewBackend, editNewBackend, newBackend } from "./kept-drafts.js";
import { BackendFields } from "./backend-fields.js";
import { ConnectionTest } from "./connection-test.js";
import { saveBackend, useSaveAttempt } from "./save-backend.js";

/** Of an attempt that was stopped: a new backend is written before Pictor asks its server whether it can be the default. */
async function writtenBefore(name: string): Promise<string | undefined> {
  await backends.load();
  return backends.state.peek().value?.backends.some((one) => one.name === name) === true
    ? `${name} is saved. Its server has not answered.`
    : undefined;
}

export function NewBackendForm() {
  const form = useRef<HTMLFormElement>(null);
  const attempt = useSaveAttempt(form);
  const { error } = attempt;
  const draft = newBackend();
  const isTaken =
    backends.state.value.value?.backends.some(
      ({ name, origin }) => name === draft.name && origin === "configured",
    ) ?? false;
  const isNameRefused = error?.code === "BACKEND_NAME_INVALID";
  const nameFault = isTaken
    ? `There is a backend ${draft.name} already.`
    : isNameRefused
      ? [error.text, error.hint].join(" ")
      : undefined;
  const create = async (): Promise<void> => {
    if (isTaken || draft.name === "" || attempt.isBusy) return;
    const told =
      (await attempt.run((signal) => saveBackend(draft, signal))) ??
      (attempt.wasStopped ? await writtenBefore(draft.name) : undefined);
    if (told === undefined) return;
    if (newBackend() === draft) clearNewBackend();
    showToast(told);
    goToBackend(draft.name, draft.kind === "managed" ? "installation" : "overview");
  };
  useCommands([
    { id: "backends.create", title: "Create the backend", keys: "mod+Enter", run: () => void create() },
  ]);
  return (
    <form
      ref={form}
      class="stack narrow"
      onSubmit={(event) => {
        event.preventDefault();
        void create();
      }}
    >
      <h2>Add a backend</h2>
      <BackendFields {...{ draft, nameFault }} isNew faults={error?.faults ?? []} onChange={editNewBackend} />
      {error !== undefined && !isNameRefused && <ErrorNote error={besideFields(error)} />}
      <ConnectionTest draft={draft} />
      <WaitNote of={attempt} />
      <div class="row">
        <button class="button primary" disabled={attempt.isBusy || draft.name === "" || isTaken}>
          Create
        </button>
        <Button look="plain" onClick={clearNewBackend}>
          Clear
        </Button>
      </div>
    </form>
  );
}

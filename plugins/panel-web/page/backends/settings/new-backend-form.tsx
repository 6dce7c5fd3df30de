// The form of a new backend.

import { backends } from "../../api/catalog.js";
import { useAttempt } from "../../parts/attempt.js";
import { Button } from "../../parts/button.js";
import { showToast } from "../../parts/toasts.js";
import { useCommands } from "../../shell/commands.js";
import { goToBackend } from "../data/backends-place.js";
import { clearNewBackend, editNewBackend, newBackend } from "./kept-drafts.js";
import { BackendForm, nameRefused } from "./backend-form.js";
import { saveBackend } from "./save-backend.js";

/** Of an attempt that was stopped: a new backend is written before Pictor asks its server whether it can be the default. */
async function writtenBefore(name: string): Promise<string | undefined> {
  await backends.load();
  return backends.state.peek().value?.backends.some((one) => one.name === name) === true
    ? `${name} is saved. Its server has not answered.`
    : undefined;
}

export function NewBackendForm() {
  const attempt = useAttempt("the server to answer");
  const { error } = attempt;
  const draft = newBackend();
  const isTaken =
    backends.state.value.value?.backends.some(
      ({ name, origin }) => name === draft.name && origin === "configured",
    ) ?? false;
  const refusal = error?.code === nameRefused ? [error.text, error.hint].join(" ") : undefined;
  const nameFault = isTaken ? `There is already a backend ${draft.name}.` : refusal;
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
    <>
      <h2>Add a backend</h2>
      <BackendForm
        {...{ draft, attempt, nameFault }}
        isNew
        onChange={editNewBackend}
        onSubmit={() => void create()}
      >
        <div class="row">
          <Button submits look="primary" disabled={attempt.isBusy || draft.name === "" || isTaken}>
            Create
          </Button>
          <Button look="plain" onClick={clearNewBackend}>
            Clear
          </Button>
        </div>
      </BackendForm>
    </>
  );
}

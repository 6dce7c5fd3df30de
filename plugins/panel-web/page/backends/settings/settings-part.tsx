// The settings of an existing backend, which can be changed or removed from the configuration.

import type { Backend } from "@pictor/client";
import { backendKinds, backends } from "../../api/catalog.js";
import { calls } from "../../api/session.js";
import { titlesIn } from "../../dialect/schema.js";
import { useAttempt } from "../../parts/attempt.js";
import { AttemptNote } from "../../parts/attempt-note.js";
import { Button } from "../../parts/button.js";
import { ConfirmButton } from "../../parts/confirm.js";
import { showToast } from "../../parts/toasts.js";
import { partsOf } from "../../api/pointers.js";
import { SaveBar } from "../../saving/save-bar.js";
import { LoadedPart } from "../../parts/loaded-part.js";
import { listHref } from "../data/parse-place.js";
import { useResource } from "../../api/use-resource.js";
import { draftOf, type BackendDraft } from "./backend-draft.js";
import { backendDrafts } from "./kept-drafts.js";
import { BackendForm } from "./backend-form.js";
import { saveBackend } from "./save-backend.js";

/** The titles of what is not saved. */
function changesText(pointers: readonly string[], kind: string): readonly string[] {
  const settings = backendKinds.state.value.value?.find(({ id }) => id === kind)?.settings;
  const title = titlesIn(settings);
  return pointers.map((pointer) => {
    const [part = "", , name = ""] = partsOf(pointer);
    if (part !== "values") return part === "auth" ? "Auth profile" : "Kind";
    return title(name);
  });
}

async function remove(name: string): Promise<void> {
  await calls().deleteBackend({ params: { name } });
  backendDrafts.revert(name);
  location.hash = listHref;
  showToast(`${name} is no longer in the configuration.`);
  await backends.load();
}

interface EditorProps {
  readonly backend: Backend;
  readonly saved: BackendDraft;
  readonly reload: () => void;
}

function Editor({ backend, saved, reload }: EditorProps) {
  const attempt = useAttempt("the server to answer");
  const removing = useAttempt();
  const { name, origin } = backend;
  const draft = backendDrafts.shown(name, saved);
  const unsaved = backendDrafts.changes(name, saved);
  const save = async (signal: AbortSignal): Promise<void> => {
    try {
      const told = await saveBackend(draft, signal);
      backendDrafts.saved(name, draft);
      showToast(told);
    } finally {
      // The server may have saved the settings before the attempt was stopped.
      reload();
    }
  };
  return (
    <BackendForm
      {...{ draft, attempt, unsaved }}
      onChange={(next) => backendDrafts.edit(name, saved, next)}
      onSubmit={() => {
        if (!attempt.isBusy) void attempt.run(save);
      }}
    >
      <SaveBar
        what={`the settings of ${name}`}
        changes={changesText(unsaved, draft.kind)}
        attempt={attempt}
        onSave={save}
        onRevert={() => backendDrafts.revert(name)}
      />
      <div class="row wrap">
        {origin === "default" && unsaved.length === 0 && (
          <Button submits look="primary" disabled={attempt.isBusy}>
            Save
          </Button>
        )}
        <span class="grow" />
        {origin === "configured" && (
          <ConfirmButton
            title={`Remove ${name}?`}
            action="Remove the backend"
            disabled={removing.isBusy}
            onConfirm={() => void removing.run(() => remove(name))}
          >
            <p>Its entry is deleted from the configuration. Its files and its server stay as they are.</p>
          </ConfirmButton>
        )}
      </div>
      <AttemptNote of={removing} />
    </BackendForm>
  );
}

export function SettingsPart({ backend }: { readonly backend: Backend }) {
  const { name } = backend;
  const settings = useResource(
    (signal) => calls().readBackendSettings({ params: { name }, signal }),
    [name, backends.state.value.value],
  );
  return (
    <LoadedPart resource={settings} what="the settings">
      {(saved) => (
        <>
          {backend.origin === "default" && (
            <p class="muted">
              Pictor offers this backend by itself. Saving writes it into the configuration.
            </p>
          )}
          <Editor {...{ backend }} saved={draftOf(name, saved)} reload={() => void settings.load()} />
        </>
      )}
    </LoadedPart>
  );
}

// The settings of an existing backend, which can be changed or removed from the configuration.

import type { Backend } from "@pictor/client";
import { useRef, useState } from "preact/hooks";
import { backends } from "../../api/catalog.js";
import { calls } from "../../api/session.js";
import { Button } from "../../parts/button.js";
import { ErrorNote } from "../../parts/error-note.js";
import { showToast } from "../../parts/toasts.js";
import { useCommands } from "../../shell/commands.js";
import { LoadedPart } from "../data/loaded-part.js";
import { useResource } from "../data/use-resource.js";
import { draftOf, type BackendDraft } from "./backend-draft.js";
import { editedBackend } from "./kept-drafts.js";
import { BackendFields } from "./backend-fields.js";
import { RemoveDialog } from "./remove-dialog.js";
import { useSave } from "./use-save.js";

interface EditorProps {
  readonly backend: Backend;
  readonly saved: BackendDraft;
  readonly onSaved: () => void;
}

function Editor({ backend, saved, onSaved }: EditorProps) {
  const form = useRef<HTMLFormElement>(null);
  const { error, isBusy, save } = useSave(form);
  const [isRemoving, setRemoving] = useState(false);
  const { name, origin } = backend;
  const edited = editedBackend.value?.name === name ? editedBackend.value : undefined;
  const draft = edited ?? saved;
  const discard = (): void => {
    editedBackend.value = null;
  };
  const write = async (): Promise<void> => {
    if (isBusy) return;
    const file = await save(draft);
    if (file === undefined) return;
    // What the user has changed meanwhile stays unsaved.
    if (editedBackend.peek() === edited) discard();
    onSaved();
    showToast(`Saved in ${file}.`);
  };
  useCommands([
    {
      ...{ id: "backends.save", title: `Save the settings of ${name}`, keys: "mod+Enter" },
      run: () => void write(),
    },
  ]);
  return (
    <form
      ref={form}
      class="stack narrow"
      onSubmit={(event) => {
        event.preventDefault();
        void write();
      }}
    >
      {origin === "default" && (
        <p class="muted">Pictor offers this backend by itself. Saving writes it into the configuration.</p>
      )}
      <BackendFields
        {...{ draft }}
        isNew={false}
        faults={error?.faults ?? []}
        onChange={(next) => {
          editedBackend.value = next;
        }}
      />
      {error !== undefined && <ErrorNote error={error} />}
      <div class="row wrap">
        <button class="button primary" disabled={isBusy || (edited === undefined && origin === "configured")}>
          Save
        </button>
        <Button look="plain" disabled={edited === undefined} onClick={discard}>
          Discard the changes
        </Button>
        <span class="grow" />
        {origin === "configured" && (
          <Button
            look="danger"
            onClick={() => {
              setRemoving(true);
            }}
          >
            Remove…
          </Button>
        )}
      </div>
      {isRemoving && (
        <RemoveDialog
          name={name}
          onClose={() => {
            setRemoving(false);
          }}
        />
      )}
    </form>
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
        <Editor
          {...{ backend }}
          saved={draftOf(name, saved)}
          onSaved={() => {
            void settings.load();
          }}
        />
      )}
    </LoadedPart>
  );
}

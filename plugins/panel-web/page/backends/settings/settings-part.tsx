// The settings of an existing backend, which can be changed or removed from the configuration.

import type { Backend } from "@pictor/client";
import { useRef, useState } from "preact/hooks";
import { backendKinds, backends } from "../../api/catalog.js";
import { besideFields } from "../../api/errors.js";
import { calls } from "../../api/session.js";
import { titlesIn } from "../../dialect/schema.js";
import { Button } from "../../parts/button.js";
import { WaitNote } from "../../parts/attempt-note.js";
import { ErrorNote } from "../../parts/error-note.js";
import { showToast } from "../../parts/toasts.js";
import { partsOf } from "../../api/pointers.js";
import { SaveBar } from "../../saving/save-bar.js";
import { LoadedPart } from "../data/loaded-part.js";
import { useResource } from "../../api/use-resource.js";
import { draftOf, type BackendDraft } from "./backend-draft.js";
import { backendDrafts } from "./kept-drafts.js";
import { BackendFields } from "./backend-fields.js";
import { ConnectionTest } from "./connection-test.js";
import { RemoveDialog } from "./remove-dialog.js";
import { useSave } from "./use-save.js";

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

interface EditorProps {
  readonly backend: Backend;
  readonly saved: BackendDraft;
  readonly reload: () => void;
}

function Editor({ backend, saved, reload }: EditorProps) {
  const form = useRef<HTMLFormElement>(null);
  const { attempt, save } = useSave(form);
  const { error } = attempt;
  const [isRemoving, setRemoving] = useState(false);
  const { name, origin } = backend;
  const draft = backendDrafts.shown(name, saved);
  const unsaved = backendDrafts.changes(name, saved);
  const write = async (): Promise<void> => {
    if (attempt.isBusy) return;
    const told = await save(draft);
    if (told !== undefined) {
      backendDrafts.saved(name, draft);
      showToast(told);
    }
    // The server may have written what was stopped.
    if (told !== undefined || attempt.wasStopped) reload();
  };
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
        {...{ draft, unsaved }}
        isNew={false}
        faults={error?.faults ?? []}
        onChange={(next) => {
          backendDrafts.edit(name, saved, next);
        }}
      />
      {error !== undefined && <ErrorNote error={besideFields(error)} />}
      <ConnectionTest draft={draft} />
      <SaveBar
        what={`the settings of ${name}`}
        changes={changesText(unsaved, draft.kind)}
        onSave={(signal) => {
          signal.addEventListener("abort", attempt.stop);
          return write();
        }}
        onRevert={() => {
          backendDrafts.revert(name);
        }}
      />
      <div class="row wrap">
        {origin === "default" && unsaved.length === 0 && (
          <>
            <button class="button primary" disabled={attempt.isBusy}>
              Save
            </button>
            <WaitNote of={attempt} />
          </>
        )}
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
          reload={() => {
            void settings.load();
          }}
        />
      )}
    </LoadedPart>
  );
}

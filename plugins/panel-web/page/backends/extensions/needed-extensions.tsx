// The extensions that a workflow or a graph needs on a backend, and the necessary steps, as the table of a check.

import type { ExtensionCheck, ExtensionCheckRequest } from "@pictor/client";
import { useId, useState } from "preact/hooks";
import { shownError, type ShownError } from "../../api/errors.js";
import { calls } from "../../api/session.js";
import { draft } from "../../draft/current-draft.js";
import { Button } from "../../parts/button.js";
import { ErrorNote } from "../../parts/error-note.js";
import { runningOn, useOperationChanges } from "../operations/backend-operations.js";
import { useAttempt } from "../../parts/use-attempt.js";
import { CheckTable } from "./check-table.js";
import { graphOf, missingWishes, requestOfDraft } from "./check-request.js";

interface Checked {
  /** The name of the workflow or graph that was checked, for the user. */
  readonly what: string;
  readonly request: ExtensionCheckRequest;
  readonly result?: ExtensionCheck;
}

export function NeededExtensions({ name }: { readonly name: string }) {
  const picker = useId();
  const [checked, setChecked] = useState<Checked>();
  const [error, setError] = useState<ShownError>();
  const [isOver, setOver] = useState(false);
  const { error: refusal, isBusy, attempt } = useAttempt();
  const params = { name };
  const check = async (what: string, request: ExtensionCheckRequest): Promise<void> => {
    setError(undefined);
    setChecked({ what, request });
    try {
      const result = await calls().checkExtensions({ params, body: request });
      setChecked({ what, request, result });
    } catch (reason) {
      setChecked(undefined);
      setError(shownError(reason));
    }
  };
  const checkFile = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    const graph = graphOf(await file.text());
    if (typeof graph === "string") {
      setChecked(undefined);
      setError({ text: `${file.name}: ${graph}`, faults: [] });
    } else await check(file.name, { graph });
  };
  useOperationChanges(name, () => {
    if (checked?.result !== undefined) void check(checked.what, checked.request);
  });
  const { result, request } = checked ?? {};
  const wishes = result === undefined ? [] : missingWishes(result);
  const install = (): void => {
    if (request === undefined) return;
    void attempt(() =>
      request.graph === undefined
        ? calls().installMissingExtensions({ params, body: request })
        : calls().installExtensions({ params, body: { extensions: wishes } }),
    );
  };
  return (
    <section
      class={isOver ? "stack drop over" : "stack drop"}
      aria-labelledby="needed-extensions"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => {
        setOver(false);
      }}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void checkFile(event.dataTransfer?.files[0]);
      }}
    >
      <h3 id="needed-extensions">What a workflow needs</h3>
      <div class="row wrap">
        <Button
          onClick={() =>
            void check(`The workflow ${draft.value.workflow} in the form`, requestOfDraft(draft.value))
          }
        >
          {`Check ${draft.value.workflow}, as in the form`}
        </Button>
        <Button
          onClick={() => {
            document.getElementById(picker)?.click();
          }}
        >
          Check a graph…
        </Button>
        <span class="small muted">or drop a graph here (JSON in API format)</span>
        <input
          id={picker}
          type="file"
          hidden
          accept="application/json,.json"
          aria-label="Graph to check"
          onChange={(event) => {
            void checkFile(event.currentTarget.files?.[0]);
            event.currentTarget.value = "";
          }}
        />
      </div>
      {error !== undefined && <ErrorNote error={error} />}
      {refusal !== undefined && <ErrorNote error={refusal} />}
      <div class="stack" role="status">
        {checked !== undefined && result === undefined && <p class="muted">{`Checking ${checked.what}…`}</p>}
        {checked !== undefined && result !== undefined && (
          <p>
            {`${checked.what}: ${
              result.isComplete
                ? result.steps.length === 0 && result.isServerKnown
                  ? "no extension is needed."
                  : "everything that is needed is there."
                : "something is missing."
            }`}
            {!result.isServerKnown && " The server does not run, so what it has loaded is not known."}
          </p>
        )}
      </div>
      {result !== undefined && <CheckTable check={result} />}
      {result !== undefined && !result.isComplete && (request?.graph === undefined || wishes.length > 0) && (
        <div>
          <Button
            look="primary"
            disabled={!result.canInstall || isBusy || runningOn(name) !== undefined}
            {...(!result.canInstall && {
              title: "The backend cannot install this. The table says what to do.",
            })}
            onClick={install}
          >
            Install what is missing
          </Button>
        </div>
      )}
    </section>
  );
}

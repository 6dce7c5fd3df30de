// The extensions that a workflow or a graph needs on a backend, and the necessary steps, as the table of a check.

import type { ExtensionCheck, ExtensionCheckRequest } from "@pictor/client";
import { useState } from "preact/hooks";
import { calls } from "../../api/session.js";
import { draft } from "../../draft/current-draft.js";
import { Button } from "../../parts/button.js";
import { FileButton, useFileDrop } from "../../parts/file-choice.js";
import { useOperationChanges, useStart } from "../operations/backend-operations.js";
import { useAttempt } from "../../parts/attempt.js";
import { AttemptNote } from "../../parts/attempt-note.js";
import { CheckTable, InstallMissing } from "./check-table.js";
import { graphOf, missingWishes, requestOfDraft } from "./check-request.js";

interface Check {
  /** The name of the workflow or graph that is checked, for the user. */
  readonly what: string;
  /** Absent until the backend has answered. */
  readonly found?: { readonly request: ExtensionCheckRequest; readonly result: ExtensionCheck };
}

async function requestOfFile(file: File): Promise<ExtensionCheckRequest> {
  const graph = graphOf(await file.text());
  if (typeof graph === "string") throw new Error(`${file.name}: ${graph}`);
  return { graph };
}

export function NeededExtensions({ name }: { readonly name: string }) {
  const [checked, setChecked] = useState<Check>();
  const checking = useAttempt(name);
  const { attempt: installing, isTaken, start } = useStart(name);
  const params = { name };
  const check = async (
    what: string,
    given: ExtensionCheckRequest | Promise<ExtensionCheckRequest>,
  ): Promise<void> => {
    setChecked({ what });
    const found = await checking.run(async (signal) => {
      const body = await given;
      return { request: body, result: await calls().checkExtensions({ params, body, signal }) };
    });
    setChecked(found && { what, found });
  };
  const checkFile = (file: File): void => void check(file.name, requestOfFile(file));
  const { isOver, handlers } = useFileDrop(checkFile);
  useOperationChanges(name, () => {
    if (checked?.found !== undefined) void check(checked.what, checked.found.request);
  });
  const { result, request } = checked?.found ?? {};
  const wishes = result === undefined ? [] : missingWishes(result);
  const install = (): void => {
    if (request === undefined) return;
    start(() =>
      request.graph === undefined
        ? calls().installMissingExtensions({ params, body: request })
        : calls().installExtensions({ params, body: { extensions: wishes } }),
    );
  };
  return (
    <section
      class={isOver ? "stack drop over" : "stack drop"}
      aria-labelledby="needed-extensions"
      {...handlers}
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
        <FileButton name="Graph to check" accept="application/json,.json" onFile={checkFile}>
          Check a graph…
        </FileButton>
        <span class="small muted">or drop a graph here (JSON in API format)</span>
      </div>
      <AttemptNote of={checking} />
      <AttemptNote of={installing} />
      <div class="stack" role="status">
        {checked !== undefined && result === undefined && <p class="muted">{`Checking ${checked.what}…`}</p>}
        {checked !== undefined && result !== undefined && (
          <p>
            {`${checked.what}: ${
              result.isComplete
                ? result.steps.length === 0 && result.isServerKnown
                  ? "no extension is needed."
                  : "everything that is needed is installed."
                : "something is missing."
            }`}
            {!result.isServerKnown && " The server is not running, so what it has loaded is not known."}
          </p>
        )}
      </div>
      {result !== undefined && <CheckTable check={result} />}
      {result !== undefined && !result.isComplete && (request?.graph === undefined || wishes.length > 0) && (
        <InstallMissing canInstall={result.canInstall} isBusy={isTaken} onInstall={install} />
      )}
    </section>
  );
}

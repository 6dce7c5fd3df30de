// The link "Show the graph" opens the dialog, whose code is loaded at that moment.

import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { shownError } from "../../api/errors.js";
import { Button } from "../../parts/button.js";
import { useCommands } from "../../shell/commands.js";
import { formError } from "../form/submission.js";

const dialog = signal<ComponentType<{ readonly onClose: () => void }> | undefined>(undefined);

function open(): void {
  import("./graph-dialog.js").then(
    ({ GraphDialog }) => (dialog.value = GraphDialog),
    (error: unknown) => (formError.value = shownError(error)),
  );
}

export function GraphLink() {
  useCommands([{ id: "generate.graph", title: "Show the graph of the form", run: open }]);
  const Shown = dialog.value;
  return (
    <>
      <Button look="link" onClick={open}>
        Show the graph
      </Button>
      {Shown !== undefined && <Shown onClose={() => (dialog.value = undefined)} />}
    </>
  );
}

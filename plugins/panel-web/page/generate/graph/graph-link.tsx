// The link "Show the graph" opens the dialog of the graph.

import { Button } from "../../parts/button.js";
import { useCommands } from "../../shell/commands.js";
import { openDialog } from "../../shell/open-dialog.js";

const open = (): void => openDialog(async () => (await import("./graph-dialog.js")).GraphDialog, {});

export function GraphLink() {
  useCommands([{ id: "generate.graph", title: "Show the graph of the form", run: open }]);
  return (
    <Button look="link" onClick={open}>
      Show the graph
    </Button>
  );
}

// The list of keyboard shortcuts, which the key `?` opens.

import { Dialog } from "../parts/dialog.js";
import { Table } from "../parts/table.js";
import { commands } from "../shell/commands.js";
import { keyLabel } from "../shell/keys.js";
import type { Closable } from "../shell/open-dialog.js";

export const ShortcutList = ({ onClose }: Closable) => (
  <Dialog title="Keys" onClose={onClose}>
    <Table
      titles={["Key", "What it does"]}
      rows={commands.value.flatMap(({ id, keys, title }) =>
        keys === undefined ? [] : [{ key: id, cells: [<kbd>{keyLabel(keys)}</kbd>, title] }],
      )}
    />
    <p class="muted small">Keys without Ctrl do nothing while a text field has the focus.</p>
  </Dialog>
);

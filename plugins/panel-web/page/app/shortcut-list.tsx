// The list of keyboard shortcuts, which the key `?` opens.

import { Dialog } from "../parts/dialog.js";
import { commands } from "../shell/commands.js";
import { keyLabel } from "../shell/keys.js";
import { isShortcutListOpen } from "../shell/overlays.js";

export function ShortcutList() {
  return (
    <Dialog
      title="Keys"
      onClose={() => {
        isShortcutListOpen.value = false;
      }}
    >
      <table>
        <thead>
          <tr>
            <th scope="col">Key</th>
            <th scope="col">What it does</th>
          </tr>
        </thead>
        <tbody>
          {commands.value.flatMap(({ id, keys, title }) =>
            keys === undefined
              ? []
              : [
                  <tr key={id}>
                    <td>
                      <kbd>{keyLabel(keys)}</kbd>
                    </td>
                    <td>{title}</td>
                  </tr>,
                ],
          )}
        </tbody>
      </table>
      <p class="muted small">Keys without Ctrl do nothing while a text field has the focus.</p>
    </Dialog>
  );
}

// The installed extensions with their versions, their states and the actions for each.

import type { Extension, ExtensionList, Operation } from "@pictor/client";
import { calls } from "../../api/session.js";
import { Button } from "../../parts/button.js";
import { Entries, Entry } from "../../parts/entries.js";
import { dotted } from "../../parts/texts.js";
import { Menu, type MenuItem } from "../../parts/menu.js";
import { useStart } from "../operations/backend-operations.js";
import { AttemptNote } from "../../parts/attempt-note.js";
import { extensionState, versionText } from "./extension-text.js";

interface EntryProps {
  readonly extension: Extension;
  readonly items: readonly (MenuItem | false)[];
}

function ExtensionEntry({ extension, items }: EntryProps) {
  const { id, place, origin, failure, repositories } = extension;
  const { tone, text } = extensionState(extension);
  return (
    <Entry
      {...{ tone, error: failure }}
      title={id}
      beside={<code>{versionText(extension)}</code>}
      facts={[dotted(text, origin, repositories[0] ?? place)]}
    >
      {items.some(Boolean) && <Menu name={`Actions for ${id}`} label="Actions" items={items} />}
    </Entry>
  );
}

export function InstalledExtensions({ name, list }: { readonly name: string; readonly list: ExtensionList }) {
  const { extensions, actions, reason } = list;
  const { attempt, isTaken, start } = useStart(name);
  const params = { name };
  const itemsOf = ({ id, place, enabled }: Extension): EntryProps["items"] => {
    const ids = [place];
    const item = (text: string, operation: () => Promise<Operation>): MenuItem => ({
      id: text,
      text,
      disabled: isTaken,
      run: () => start(operation),
    });
    const can = (action: (typeof actions)[number]): boolean => actions.includes(action);
    const { enableExtensions, disableExtensions, removeExtensions, updateExtensions } = calls();
    return [
      can("update") && item("Update", () => updateExtensions({ params, body: { extensions: [{ id }] } })),
      enabled && can("disable") && item("Disable", () => disableExtensions({ params, body: { ids } })),
      !enabled && can("enable") && item("Enable", () => enableExtensions({ params, body: { ids } })),
      can("remove") && item("Remove", () => removeExtensions({ params, body: { ids } })),
    ];
  };
  return (
    <>
      {reason !== undefined && <p class="muted">{reason}</p>}
      <AttemptNote of={attempt} />
      <Entries of={extensions} none={reason === undefined ? "No extension is installed." : undefined}>
        {(extension) => (
          <ExtensionEntry key={extension.place} extension={extension} items={itemsOf(extension)} />
        )}
      </Entries>
      {extensions.length > 1 && actions.includes("update") && (
        <Button
          disabled={isTaken}
          onClick={() => start(() => calls().updateExtensions({ params, body: {} }))}
        >
          Update all
        </Button>
      )}
    </>
  );
}

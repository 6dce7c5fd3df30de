// The request as a curl command. Secrets are variables of the shell, so that the command can be shared.

import type { CurlCommand } from "@pictor/client";
import { signal } from "@preact/signals";
import { calls } from "../../api/session.js";
import { Attempt } from "../../parts/attempt.js";
import { AttemptNote } from "../../parts/attempt-note.js";
import { Button } from "../../parts/button.js";
import { copyText } from "../../parts/clipboard.js";
import { Dialog } from "../../parts/dialog.js";
import { Bullets } from "../../parts/facts.js";
import { LogLines } from "../../parts/log-lines.js";
import { wholeRequest } from "../auth/whole-request.js";

const command = signal<CurlCommand | undefined>(undefined);
const formatting = new Attempt();

async function formatCommand(): Promise<void> {
  command.value = undefined;
  command.value = await calls().formatCurl({ body: { request: await wholeRequest() } });
}

export const showCurl = (): void => void formatting.run(formatCommand);

function close(): void {
  command.value = undefined;
  formatting.forget();
}

export function CurlDialog() {
  const { text, notes = [] } = command.value ?? {};
  if (formatting.error === undefined && text === undefined) return null;
  return (
    <Dialog title="curl command" onClose={close}>
      <div class="stack">
        <AttemptNote of={formatting} onRetry={showCurl} />
        {text !== undefined && <LogLines name="Command" text={text} />}
        {notes.length > 0 && <Bullets look="small" name="Notes" texts={notes} />}
        {text !== undefined && (
          <Button look="primary" onClick={() => void copyText(text, "Command")}>
            Copy
          </Button>
        )}
      </div>
    </Dialog>
  );
}

// The request as a curl command. Secrets are variables of the shell, so that the command can be shared.

import type { CurlCommand } from "@pictor/client";
import { signal } from "@preact/signals";
import { calls } from "../../api/session.js";
import { Attempt } from "../../parts/attempt.js";
import { AttemptNote } from "../../parts/attempt-note.js";
import { Button } from "../../parts/button.js";
import { copyText } from "../../parts/clipboard.js";
import { Dialog } from "../../parts/dialog.js";
import { LogLines } from "../../parts/log-lines.js";
import { editedDraft } from "../auth/chosen-auth.js";
import { inlineAuth, readFiles, request } from "../draft/current-request.js";
import { httpRequest } from "../draft/http-request.js";

export const NoteList = ({ notes }: { readonly notes: readonly string[] }) => (
  <ul class="small bullets" aria-label="Notes">
    {notes.map((note) => (
      <li key={note}>{note}</li>
    ))}
  </ul>
);

const command = signal<CurlCommand | undefined>(undefined);
const formatting = new Attempt();

async function formatCommand(): Promise<void> {
  command.value = undefined;
  const boundary = `pictor-${crypto.randomUUID()}`;
  const parts = { inline: inlineAuth.value, edited: editedDraft.value, files: await readFiles(), boundary };
  const body = httpRequest(request.value, parts);
  command.value = await calls().formatCurl({ body: { request: body } });
}

export const showCurl = (): void => void formatting.run(formatCommand);

function close(): void {
  command.value = undefined;
  formatting.forget();
}

export function CurlDialog() {
  if (formatting.error !== undefined)
    return (
      <Dialog title="curl command" onClose={close}>
        <AttemptNote of={formatting} onRetry={showCurl} />
      </Dialog>
    );
  if (command.value === undefined) return null;
  const { text, notes } = command.value;
  return (
    <Dialog title="curl command" onClose={close}>
      <div class="stack">
        <LogLines name="Command" text={text} />
        {notes.length > 0 && <NoteList notes={notes} />}
        <Button look="primary" onClick={() => void copyText(text, "Command")}>
          Copy
        </Button>
      </div>
    </Dialog>
  );
}

// Offers to convert a curl command that the user pastes into the address field to a request, and tells what it needs or has
// lost.

import { signal } from "@preact/signals";
import { calls } from "../../api/session.js";
import { Button } from "../../parts/button.js";
import { useAttempt } from "../../parts/attempt.js";
import { AttemptNote } from "../../parts/attempt-note.js";
import { Bullets } from "../../parts/facts.js";
import { importNotes, openRequest } from "../draft/current-request.js";
import { RowFile } from "../rows/row-file.js";
import { importedCurl } from "./imported-curl.js";

/** The pasted command, until the user accepts or declines the offer. */
export const pastedCurl = signal<string | undefined>(undefined);

export const isCurl = (text: string): boolean => /^\s*(?:\$\s*)?curl(?:\.exe)?\s/.test(text);

async function importCurl(text: string, signal: AbortSignal): Promise<void> {
  const body = { text: text.trim().replace(/^\$\s*/, "") };
  const parsed = await calls().parseCurl({ body, signal });
  // The user may have declined the offer meanwhile, or pasted another command.
  if (pastedCurl.peek() !== text) return;
  const { needs, ...imported } = importedCurl(parsed);
  openRequest(imported);
  importNotes.value = needs;
  pastedCurl.value = undefined;
}

export function CurlOffer() {
  const attempt = useAttempt();
  const text = pastedCurl.value;
  if (text === undefined) return null;
  const close = (): void => {
    attempt.forget();
    pastedCurl.value = undefined;
  };
  return (
    <div class="card accent stack tight" role="group" aria-label="Import the curl command">
      <p role="status">
        This is a curl command. Its address, headers, body and credentials can replace the request.
      </p>
      <div class="row wrap">
        <Button
          look="primary"
          autofocus
          onClick={() => void attempt.run((signal) => importCurl(text, signal))}
        >
          Import it
        </Button>
        <Button look="plain" onClick={close}>
          Leave it
        </Button>
      </div>
      <AttemptNote of={attempt} />
    </div>
  );
}

/** Notes, and pickers for the files of the command, until they are dismissed or another request is shown. */
export function CurlNotes() {
  const needs = importNotes.value;
  if (needs === undefined || needs.notes.length + needs.files.length === 0) return null;
  return (
    <div class="card stack tight" role="group" aria-label="About the curl command">
      {needs.files.map(({ key, title }) => (
        <div key={key} class="stack tight">
          <p role="status">{`${title}. Choose it:`}</p>
          <RowFile id={key} name={title} />
        </div>
      ))}
      {needs.notes.length > 0 && <Bullets look="small" name="Notes" texts={needs.notes} />}
      <Button look="plain" onClick={() => (importNotes.value = undefined)}>
        Dismiss
      </Button>
    </div>
  );
}

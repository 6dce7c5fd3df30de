// What an imported curl command needs or has lost: notes, and pickers for its files. It stays until it is dismissed or
// another request is shown.

import { Button } from "../../parts/button.js";
import { importNotes, setImportNotes } from "../draft/current-request.js";
import { RowFile } from "../rows/row-file.js";

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
      {needs.notes.length > 0 && (
        <ul class="small bullets" aria-label="Notes">
          {needs.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      <Button look="plain" onClick={() => setImportNotes(undefined)}>
        Dismiss
      </Button>
    </div>
  );
}

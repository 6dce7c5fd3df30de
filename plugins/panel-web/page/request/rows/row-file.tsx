// A file of this machine for the body of a request. The page has the file only while the page is open.

import { useId } from "preact/hooks";
import { Button } from "../../parts/button.js";
import { chooseFile, chosenFiles } from "../draft/current-request.js";
import { sizeText } from "../base/texts.js";

interface RowFileProps {
  /** The key of the file among the chosen ones. */
  readonly id: string;
  /** Accessible name of the field. */
  readonly name: string;
}

export function RowFile({ id, name }: RowFileProps) {
  const picker = useId();
  const file = chosenFiles.value.get(id);
  return (
    <div
      class="row file-field"
      onDragOver={(event) => {
        event.preventDefault();
      }}
      onDrop={(event) => {
        event.preventDefault();
        chooseFile(id, event.dataTransfer?.files[0]);
      }}
    >
      <span class="grow ellipsis mono">
        {file === undefined ? "Drop a file here" : `${file.name} · ${sizeText(file.size)}`}
      </span>
      <Button
        title={name}
        onClick={() => {
          document.getElementById(picker)?.click();
        }}
      >
        Choose…
      </Button>
      <input
        id={picker}
        type="file"
        hidden
        aria-label={name}
        onChange={(event) => {
          chooseFile(id, event.currentTarget.files?.[0]);
          event.currentTarget.value = "";
        }}
      />
    </div>
  );
}

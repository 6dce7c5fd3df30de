// A file of this machine for the body of a request. The page has the file only while the page is open.

import { FileButton, useFileDrop } from "../../parts/file-choice.js";
import { chooseFile, chosenFiles } from "../draft/current-request.js";
import { sizeText } from "../../parts/texts.js";

interface RowFileProps {
  /** The key of the file among the chosen ones. */
  readonly id: string;
  /** Accessible name of the field. */
  readonly name: string;
}

export function RowFile({ id, name }: RowFileProps) {
  const file = chosenFiles.value.get(id);
  const take = (chosen: File): void => chooseFile(id, chosen);
  const { isOver, handlers } = useFileDrop(take);
  return (
    <div class={isOver ? "row file-field over" : "row file-field"} {...handlers}>
      <span class="grow ellipsis mono">
        {file === undefined ? "Drop a file here" : `${file.name} · ${sizeText(file.size)}`}
      </span>
      <FileButton title={name} name={name} onFile={take}>
        Choose…
      </FileButton>
    </div>
  );
}

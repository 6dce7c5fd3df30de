// The place of an image among others, with buttons that lead to the one before it and to the next one.

import { IconButton } from "../parts/button.js";

interface PlaceButtonsProps {
  /** What each of them is, such as "image". */
  readonly noun: string;
  readonly at: number;
  readonly count: number;
  readonly onStep: (step: 1 | -1) => void;
}

export const PlaceButtons = ({ noun, at, count, onStep }: PlaceButtonsProps) => (
  <div class="row tight-row">
    <IconButton icon="back" name={`Previous ${noun}`} disabled={at === 0} onClick={() => onStep(-1)} />
    <span class="viewer-place" role="status">
      {`${(at + 1).toLocaleString("en")} of ${count.toLocaleString("en")}`}
    </span>
    <IconButton icon="forward" name={`Next ${noun}`} disabled={at >= count - 1} onClick={() => onStep(1)} />
  </div>
);

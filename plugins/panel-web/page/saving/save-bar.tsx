// Says what of a draft is not saved, with the two things to do about it. The same bar stands wherever something is saved.

import { Button } from "../parts/button.js";
import { useAttempt, type Attempt } from "../parts/attempt.js";
import { AttemptNote } from "../parts/attempt-note.js";
import { useCommands } from "../shell/commands.js";
import { keyLabel } from "../shell/keys.js";

interface SaveBarProps {
  /** What is saved, such as "the profile work". */
  readonly what: string;
  /** Titles of what is unsaved; the bar is empty without any. */
  readonly changes: readonly string[];
  /** Whether the bar stands in a dialog, where only the commands of the dialog have keys. */
  readonly isInDialog?: boolean;
  /** The attempt of the form around the bar, which shows how it goes. Default: one of the bar itself. */
  readonly attempt?: Attempt;
  /** The signal aborts when the person stops the attempt. */
  readonly onSave: (signal: AbortSignal) => Promise<void>;
  readonly onRevert: () => void;
}

const maxShown = 4;

function changesText(changes: readonly string[]): string {
  const shown = changes.slice(0, maxShown).join(", ");
  return changes.length > maxShown ? `${shown} and ${changes.length - maxShown} more` : shown;
}

export function SaveBar({ what, changes, isInDialog = false, onSave, onRevert, ...form }: SaveBarProps) {
  const own = useAttempt();
  const attempt = form.attempt ?? own;
  const isUnsaved = changes.length > 0;
  const save = (): void => {
    if (!attempt.isBusy && isUnsaved) void attempt.run(onSave);
  };
  const revert = (): void => {
    attempt.forget();
    onRevert();
  };
  const group = isInDialog ? "dialog." : "";
  useCommands([
    { id: `${group}save`, title: `Save ${what}`, keys: "mod+s", isAvailable: () => isUnsaved, run: save },
    { id: `${group}revert`, title: `Revert ${what}`, isAvailable: () => isUnsaved, run: revert },
  ]);
  if (!isUnsaved) return null;
  return (
    <>
      <div class="row wrap boxed edited" role="status" aria-label={`Unsaved changes of ${what}`}>
        <span class="dot warning" />
        <span class="grow">
          <strong>Not saved: </strong>
          <span class="muted">{changesText(changes)}</span>
        </span>
        <Button look="plain" onClick={revert}>
          Revert
        </Button>
        <Button disabled={attempt.isBusy} title={keyLabel("mod+s")} onClick={save}>
          Save
        </Button>
      </div>
      <AttemptNote of={own} />
    </>
  );
}

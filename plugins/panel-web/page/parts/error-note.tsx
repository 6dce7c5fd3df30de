// Shows an error next to its cause: the sentence, the advice, and the details with a copy button.

import type { ShownError } from "../api/errors.js";
import { Button } from "./button.js";
import { copyText } from "./clipboard.js";
import { WayLink } from "./way-link.js";

interface ErrorNoteProps {
  readonly error: ShownError;
  readonly onRetry?: () => void;
}

export function ErrorNote({ error: { text, hint, code, faults, way }, onRetry }: ErrorNoteProps) {
  const details = [text, hint, code, ...faults.map(({ pointer, message }) => `${pointer}: ${message}`)];
  return (
    <div class="card stack tight" role="alert">
      <p class="error">{text}</p>
      {hint !== undefined && <p>{hint}</p>}
      <div class="row wrap">
        <WayLink way={way} />
        {onRetry !== undefined && <Button onClick={onRetry}>Try again</Button>}
        <Button
          look="plain"
          onClick={() => void copyText(details.filter((line) => line !== undefined).join("\n"), "Details")}
        >
          Copy details
        </Button>
        {code !== undefined && <code class="muted">{code}</code>}
      </div>
    </div>
  );
}

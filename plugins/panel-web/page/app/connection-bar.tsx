// The bar that reports a lost connection. Forms stay usable, and typed text is kept.

import { keepSession } from "@pictor/client";
import { Button } from "../parts/button.js";
import { connection } from "../api/session.js";
import { clockText, now } from "../shell/clock.js";

export function ConnectionBar() {
  const status = connection.value;
  if (status.state === "waiting")
    return (
      <p class="bar" role="status">
        Pictor does not answer. Next try in {clockText(status.untilMs - now.value)}.
      </p>
    );
  if (status.state === "ended")
    return (
      <p class="bar" role="alert">
        This session has ended: it was revoked, or was not used for a week. What you have typed is kept.{" "}
        <Button
          look="link"
          onClick={() => {
            keepSession("");
            location.reload();
          }}
        >
          Open a new session
        </Button>
      </p>
    );
  return null;
}

// The bar that reports a lost connection. Forms stay usable, and typed text is kept.

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
        This session has ended, because Pictor was restarted or the session was revoked. Run{" "}
        <code>pictor panel</code>, and open the address that it prints. What you have typed is kept.
      </p>
    );
  return null;
}

// The page: opens the session that the address names, and shows the views.

import { render } from "preact";
import { shownError } from "./api/errors.js";
import { openSession } from "./api/session.js";
import { App } from "./app/app.js";
import { applyTheme } from "./app/theme.js";
import { currentView } from "./app/views.js";

applyTheme();
const root = document.getElementById("app");
if (root === null) throw new Error("The page has no element #app.");
root.replaceChildren();

/** Without a session the page shows only how to open one. */
function NoSession({ reason }: { readonly reason: string }) {
  return (
    <main class="message-page">
      <h1>No session</h1>
      <p>{reason}</p>
      <p>
        Run <code>pictor panel</code>, and open the address that it prints. An address works once, within a
        minute.
      </p>
    </main>
  );
}

// The code of the view is loaded while the session is opened. If that fails, the frame tries it again and shows why.
const view = currentView.peek();
view.load().catch(() => undefined);
try {
  await openSession();
  for (const resource of view.reads ?? []) void resource.need();
  render(<App />, root);
} catch (error) {
  render(<NoSession reason={shownError(error).text} />, root);
}

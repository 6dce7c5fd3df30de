// The page: opens the session that the address names, and shows the views.

import { render } from "preact";
import { shownError } from "./api/errors.js";
import { openSession } from "./api/session.js";
import { App } from "./app/app.js";
import { applyTheme } from "./app/theme.js";
import { currentView } from "./app/views.js";
import { keepTextsInOrder } from "./shell/foreign-text.js";

applyTheme();
keepTextsInOrder();
const root = document.getElementById("app");
if (root === null) throw new Error("The page has no element #app.");
root.replaceChildren();

// A new address that is opened in this tab changes only what is behind "#".
addEventListener("hashchange", () => {
  if (new URLSearchParams(location.hash.slice(1)).has("code")) location.reload();
});

// The code of the view is loaded while the session is opened. If that fails, the frame tries it again and shows why.
const view = currentView.peek();
void view.code.need();
try {
  await openSession();
  for (const resource of view.reads ?? []) void resource.need();
  render(<App />, root);
  // Until they are there, an error is shown in the words of the server.
  import("./remedies/way-of.js").catch(() => undefined);
} catch (error) {
  const { text } = shownError(error);
  try {
    const { NoSession } = await import("./app/no-session.js");
    render(<NoSession reason={text} />, root);
  } catch {
    root.textContent = text;
  }
}

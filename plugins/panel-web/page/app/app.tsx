// The frame of the page: the rail, the top bar, the current view, and the overlays above all views.

import type { Question } from "@pictor/client";
import { useEffect, useLayoutEffect } from "preact/hooks";
import { ErrorNote } from "../parts/error-note.js";
import { lazy } from "../parts/lazy.js";
import { ToastList } from "../parts/toast-list.js";
import { QuestionList } from "../people/question-list.js";
import { useCommands } from "../shell/commands.js";
import { listenToKeys } from "../shell/keys.js";
import { OpenDialog } from "../shell/open-dialog.js";
import { openPalette } from "../shell/palette.js";
import { goTo } from "../shell/place.js";
import { ViewFrame } from "../shell/view-frame.js";
import { ConnectionBar } from "./connection-bar.js";
import { listKeys, Rail } from "./rail.js";
import { nextTheme, theme } from "./theme.js";
import { currentView, views, type View } from "./views.js";

const FirstVisit = lazy(async () => (await import("./first-visit.js")).FirstVisit);

/** The view, as soon as its code is loaded; until then nothing, or why its code cannot be loaded. */
function CurrentView({ view: { title, code } }: { readonly view: View }) {
  const { value: Shown, error } = code.state.value;
  // Code that is loaded already is shown before the frame without it is painted.
  useLayoutEffect(() => void code.need(), []);
  if (Shown !== undefined) return <Shown />;
  if (error === undefined) return null;
  return (
    <ViewFrame title={title} look="no-code">
      <ErrorNote error={error} onRetry={() => void code.load()} />
    </ViewFrame>
  );
}

/** A question about the page as a whole: no job, operation or request shows it. */
const isOfNoWork = ({ jobId, operationId, requestId }: Question): boolean =>
  jobId === undefined && operationId === undefined && requestId === undefined;

export function App() {
  const view = currentView.value;
  useEffect(listenToKeys, []);
  useEffect(() => {
    document.title = `${view.title} · Pictor`;
  }, [view.title]);
  useCommands([
    { id: "app.palette", title: "Search commands", keys: "mod+k", run: openPalette },
    ...views.map(({ id, title }, index) => ({
      id: `app.view.${id}`,
      title: `Show ${title}`,
      keys: String(index + 1),
      run: () => goTo(id),
    })),
    { id: "app.keys", title: "List the keys", keys: "?", run: listKeys },
    { id: "app.theme", title: `Change the colours (now: ${theme.value})`, run: nextTheme },
  ]);
  return (
    <div class="app">
      <Rail />
      <div class="bars">
        <ConnectionBar />
        <FirstVisit />
      </div>
      <div class="app-questions">
        <QuestionList matches={isOfNoWork} />
      </div>
      <CurrentView key={view.id} view={view} />
      <ToastList />
      <OpenDialog />
    </div>
  );
}

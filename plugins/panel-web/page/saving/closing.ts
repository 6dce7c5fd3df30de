// The question of the browser when the page is closed while something is not saved. Drafts stay in the page when
// another view is shown, so that nothing is asked there.

import { effect } from "@preact/signals";

/**
 * Asks before the page is closed while `isUnsaved` is true. A listener without a reason would keep the page out of the
 * browser's cache.
 */
export function askBeforeClosing(isUnsaved: () => boolean): void {
  const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
  effect(() => {
    if (!isUnsaved()) return;
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  });
}

// The button for the advice of an error, which leads to a place of the page.

import type { Way } from "../api/words.js";

export const WayLink = ({ way }: { readonly way: Way | undefined }) =>
  way === undefined ? null : (
    <a class="button" href={way.href}>
      {way.text}
    </a>
  );

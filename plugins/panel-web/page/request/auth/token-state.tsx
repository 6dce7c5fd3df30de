// The state of a profile, beside its actions.

import type { Profile } from "@pictor/client";
import { stateText } from "./profile-state.js";

export function TokenState({ profile }: { readonly profile: Profile }) {
  const { look, title, detail } = stateText(profile);
  return (
    <div class="token-state" role="status" aria-label="State of the profile">
      <span class={`pill ${look}`}>
        <span class={`dot ${look}`} />
        {title}
      </span>
      <span class="muted">{detail}</span>
    </div>
  );
}

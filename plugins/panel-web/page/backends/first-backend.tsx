// The note for a user without a backend of their own: the two ways to add one.

import { Button } from "../parts/button.js";
import { pictorHref } from "./data/parse-place.js";
import { editNewBackend, newBackend } from "./settings/kept-drafts.js";

function begin(kind: string, name: string): void {
  const draft = newBackend();
  editNewBackend({ ...draft, kind, name: draft.name || name });
  location.hash = pictorHref("new");
}

export function FirstBackend() {
  return (
    <section class="card stack" aria-label="Get a backend">
      <h2>Two ways to get your own backend</h2>
      <div class="ways">
        <div class="stack tight">
          <h3>A ComfyUI that is already running</h3>
          <p class="muted">
            On this machine or elsewhere: give its address, and an auth profile if it asks for one.
          </p>
          <Button look="primary" onClick={() => begin("remote", "studio")}>
            Connect a server
          </Button>
        </div>
        <div class="stack tight">
          <h3>A ComfyUI that Pictor installs</h3>
          <p class="muted">
            On this machine: Pictor shows each step before it does anything, then starts, updates and extends
            it.
          </p>
          <Button onClick={() => begin("managed", "local")}>Install a server</Button>
        </div>
      </div>
    </section>
  );
}

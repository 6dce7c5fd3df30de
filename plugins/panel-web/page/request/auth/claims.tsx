// The claims of a profile's token if it is a JSON Web Token. The page never receives the token itself.

import type { Profile, ProfileClaims } from "@pictor/client";
import { useEffect, useState } from "preact/hooks";
import { shownError } from "../../api/errors.js";
import { calls } from "../../api/session.js";
import { withTexts } from "../../saving/typed-secrets.js";
import { chosenDraft, chosenProfile, unsavedChanges, usedDraft } from "./chosen-auth.js";

interface Read {
  readonly tokens?: ProfileClaims["tokens"];
  readonly fault?: string;
}

/** Names of claims that contain times (RFC 7519 section 4.1, OpenID Connect). */
const times = ["exp", "iat", "nbf", "auth_time"];

const shown = (name: string, value: unknown): string => {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return times.includes(name) && typeof value === "number"
    ? `${text} · ${new Date(value * 1000).toLocaleString()}`
    : text;
};

export function Claims({ profile }: { readonly profile: Profile }) {
  const [isOpen, setOpen] = useState(false);
  const [read, setRead] = useState<Read>();
  const { name, state, expiresAtMs } = profile;
  useEffect(() => {
    if (!isOpen) return;
    const controller = new AbortController();
    const { signal } = controller;
    const draft = chosenDraft.peek();
    const reading =
      chosenProfile.peek() === undefined || unsavedChanges.peek().length > 0
        ? calls().readDraftClaims({
            body: { profile: usedDraft(draft, withTexts), ...(name !== "" && { name }) },
            signal,
          })
        : calls().readProfileClaims({ params: { name }, signal });
    reading.then(setRead, (error: unknown) => {
      if (!controller.signal.aborted) setRead({ fault: shownError(error).text });
    });
    return () => {
      controller.abort();
    };
  }, [isOpen, name, state, expiresAtMs]);
  return (
    <details
      class="claims"
      onToggle={(event) => {
        setOpen(event.currentTarget.open);
      }}
    >
      <summary>Claims of the token</summary>
      {read?.fault !== undefined && <p class="fault">{read.fault}</p>}
      {read?.tokens?.length === 0 && (
        <p class="small muted">There is no token, or the token is opaque: only its issuer can read it.</p>
      )}
      {read?.tokens?.map(({ title, claims }) => (
        <section key={title}>
          <h2 class="label">{title}</h2>
          <dl class="pairs">
            {Object.entries(claims).map(([claim, value]) => (
              <div key={claim}>
                <dt>{claim}</dt>
                <dd>{shown(claim, value)}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      {read?.tokens !== undefined && read.tokens.length > 0 && (
        <p class="small muted">The signature was not checked: the server that gets the token does that.</p>
      )}
    </details>
  );
}

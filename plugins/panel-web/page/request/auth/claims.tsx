// The claims of a profile's token if it is a JSON Web Token. The page never receives the token itself.

import type { Profile } from "@pictor/client";
import { calls } from "../../api/session.js";
import { useResource } from "../../api/use-resource.js";
import { Pairs } from "../../parts/facts.js";
import { LoadedPart } from "../../parts/loaded-part.js";
import { Unfold } from "../../parts/unfold.js";
import { withTexts } from "../../saving/typed-secrets.js";
import { chosenProfile, unsavedChanges, usedBody } from "./chosen-auth.js";

/** Names of claims that contain times (RFC 7519 section 4.1, OpenID Connect). */
const times = ["exp", "iat", "nbf", "auth_time"];

const shown = (name: string, value: unknown): string => {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return times.includes(name) && typeof value === "number"
    ? `${text} · ${new Date(value * 1000).toLocaleString()}`
    : text;
};

function TokenClaims({ profile: { name, state, expiresAtMs } }: { readonly profile: Profile }) {
  const claims = useResource(
    (signal) => {
      if (chosenProfile.peek() !== undefined && unsavedChanges.peek().length === 0)
        return calls().readProfileClaims({ params: { name }, signal });
      return calls().readDraftClaims({ body: usedBody(withTexts), signal });
    },
    [name, state, expiresAtMs],
  );
  return (
    <LoadedPart resource={claims} what="the claims">
      {({ tokens }) => (
        <>
          {tokens.map(({ title, claims: all }) => (
            <section key={title}>
              <h2 class="label">{title}</h2>
              <Pairs
                look="mono"
                pairs={Object.entries(all).map(([claim, value]) => [claim, shown(claim, value)])}
              />
            </section>
          ))}
          <p class="small muted">
            {tokens.length === 0
              ? "There is no token, or the token is opaque: only its issuer can read it."
              : "The signature was not checked: the server that gets the token does that."}
          </p>
        </>
      )}
    </LoadedPart>
  );
}

export const Claims = ({ profile }: { readonly profile: Profile }) => (
  <Unfold look="claims" summary="Claims of the token">
    <TokenClaims profile={profile} />
  </Unfold>
);

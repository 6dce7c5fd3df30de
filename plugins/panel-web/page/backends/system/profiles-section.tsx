// The auth profiles with their states. The view "Request" changes them.

import type { Profile } from "@pictor/client";
import { useEffect, useState } from "preact/hooks";
import { profiles } from "../../api/catalog.js";
import { shownFault } from "../../api/errors.js";
import { onServerEvent } from "../../api/session.js";
import { Button } from "../../parts/button.js";
import { useAttempt } from "../../parts/attempt.js";
import { AttemptNote } from "../../parts/attempt-note.js";
import { DeleteDialog } from "../../request/auth/delete-profile.js";
import { now, roughText } from "../../shell/clock.js";
import { LoadedPart } from "../data/loaded-part.js";

const states: Readonly<Record<Profile["state"], { readonly tone: string; readonly text: string }>> = {
  ready: { tone: "good", text: "Ready" },
  expired: { tone: "warning", text: "Expired" },
  "signed-out": { tone: "off", text: "Signed out" },
  pending: { tone: "warning", text: "Signing in" },
  missing: { tone: "warning", text: "Incomplete" },
  unusable: { tone: "error", text: "Cannot be used" },
};

function expiryText({ expiresAtMs, refreshable = false }: Profile): string {
  if (expiresAtMs === undefined) return "";
  const left = expiresAtMs - now.value;
  if (left <= 0) return "";
  return `expires in ${roughText(left)}${refreshable ? ", refreshes by itself" : ""}`;
}

interface EntryProps {
  readonly profile: Profile;
  readonly onDelete: () => void;
}

function ProfileEntry({ profile, onDelete }: EntryProps) {
  const { name, title, state, missing = [], origins, error } = profile;
  const { tone, text } = states[state];
  const facts = [text, expiryText(profile), ...(origins ?? [])].filter((fact) => fact !== "");
  return (
    <li class="row wrap entry">
      <span class={`dot ${tone}`} />
      <span class="grow">
        <span class="row wrap">
          <a href={`#/request/profile/${encodeURIComponent(name)}`}>
            <strong>{name}</strong>
          </a>
          <span class="muted">{title}</span>
        </span>
        <span class="small muted break">{facts.join(" · ")}</span>
        {missing.length > 0 && <span class="small warning block">{`Missing: ${missing.join(", ")}`}</span>}
        {error !== undefined && <span class="small error block break">{shownFault(error).text}</span>}
      </span>
      <Button
        look="danger"
        title={`Delete the profile ${name}, its tokens and its secrets`}
        onClick={onDelete}
      >
        Delete
      </Button>
    </li>
  );
}

export function ProfilesSection() {
  const attempt = useAttempt();
  const [deleted, setDeleted] = useState<string>();
  useEffect(() => {
    void profiles.load();
    return onServerEvent(({ type }) => {
      if (type === "profile") void profiles.load();
    });
  }, []);
  return (
    <div class="stack">
      <h2>Profiles</h2>
      <p class="muted">
        {"Named auth settings. "}
        <a href="#/request">The view Request</a>
        {" makes and changes them, on its tab Auth."}
      </p>
      <AttemptNote of={attempt} />
      <LoadedPart resource={profiles} what="the profiles">
        {(all) => (
          <>
            <ul class="entries">
              {all.map((profile) => (
                <ProfileEntry
                  key={profile.name}
                  profile={profile}
                  onDelete={() => {
                    setDeleted(profile.name);
                  }}
                />
              ))}
            </ul>
            {all.length === 0 && <p class="muted">There is no profile yet.</p>}
          </>
        )}
      </LoadedPart>
      {deleted !== undefined && (
        <DeleteDialog
          {...{ name: deleted, attempt }}
          onClose={() => {
            setDeleted(undefined);
          }}
        />
      )}
    </div>
  );
}

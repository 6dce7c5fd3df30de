// The auth profiles with their states. The view "Request" changes them.

import type { Profile } from "@pictor/client";
import { useEffect } from "preact/hooks";
import { profiles } from "../../api/catalog.js";
import { follow } from "../../api/follow.js";
import { useAttempt, type Attempt } from "../../parts/attempt.js";
import { AttemptNote } from "../../parts/attempt-note.js";
import { ConfirmButton } from "../../parts/confirm.js";
import { Entries, Entry } from "../../parts/entries.js";
import { dotted } from "../../parts/texts.js";
import { deleteProfile, deleteQuestion } from "../../request/auth/delete-profile.js";
import { stateText } from "../../request/auth/profile-state.js";
import { LoadedPart } from "../../parts/loaded-part.js";

function ProfileEntry({ profile, attempt }: { readonly profile: Profile; readonly attempt: Attempt }) {
  const { name, title, origins = [] } = profile;
  const { look, title: state, detail } = stateText(profile);
  return (
    <Entry
      tone={look}
      title={<a href={`#/request/profile/${encodeURIComponent(name)}`}>{name}</a>}
      beside={<span class="muted">{title}</span>}
      facts={[dotted(state, detail, ...origins)]}
    >
      <ConfirmButton
        {...deleteQuestion(name)}
        about={`Delete the profile ${name}, its tokens and its secrets`}
        onConfirm={() => void attempt.run(() => deleteProfile(name))}
      />
    </Entry>
  );
}

export function ProfilesSection() {
  const attempt = useAttempt();
  useEffect(() => follow(profiles, "profile"), []);
  return (
    <div class="stack">
      <h2>Profiles</h2>
      <p class="muted">
        {"Named auth settings. "}
        <a href="#/request">The view Request</a>
        {" creates and changes them, on its tab Auth."}
      </p>
      <AttemptNote of={attempt} />
      <LoadedPart resource={profiles} what="the profiles">
        {(all) => (
          <Entries of={all} none="There is no profile yet.">
            {(profile) => <ProfileEntry key={profile.name} {...{ profile, attempt }} />}
          </Entries>
        )}
      </LoadedPart>
    </div>
  );
}

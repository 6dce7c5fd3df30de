// The Auth tab: the scheme, the profile, its state, and its fields.

import type { Profile } from "@pictor/client";
import { signal } from "@preact/signals";
import { authSchemes, profiles } from "../../api/catalog.js";
import { shownFault } from "../../api/errors.js";
import { settingsSchema } from "../../dialect/schema.js";
import { Button } from "../../parts/button.js";
import { ChoiceField } from "../../parts/field.js";
import { SwitchRow } from "../../parts/switch.js";
import { ErrorNote } from "../../parts/error-note.js";
import { showToast } from "../../parts/toasts.js";
import { SaveBar } from "../../saving/save-bar.js";
import { editRequest, request } from "../draft/current-request.js";
import { AuthForm, fieldActions } from "./auth-form.js";
import {
  chooseType,
  chosenDraft,
  chosenProfile,
  chosenScheme,
  chosenState,
  schemeOf,
  unsavedChanges,
} from "./chosen-auth.js";
import { DeleteProfile } from "./delete-profile.js";
import { ProfileCard } from "./profile-card.js";
import { changeTitles } from "./profile-draft.js";
import { profileDrafts, writeProfile } from "./profile-drafts.js";
import { SaveAsProfile } from "./save-as-profile.js";

/** The file from which a profile comes, and those whose profile of this name has no effect. */
const originText = (file: string, overrides: readonly string[]): string =>
  overrides.length === 0 ? `From ${file}` : `From ${file}, instead of the one in ${overrides.join(", ")}`;

function Unsaved({ profile }: { readonly profile: Profile }) {
  const draft = chosenDraft.value;
  return (
    <SaveBar
      what={`the profile ${profile.name}`}
      changes={changeTitles(unsavedChanges.value, schemeOf, draft.type)}
      onSave={async () => {
        showToast((await writeProfile(profile.name, draft)).join(" "));
      }}
      onRevert={() => profileDrafts.revert(profile.name)}
    />
  );
}

/** After "None" was chosen: the profile that was left, which has not changed. */
const leftProfile = signal<string | undefined>(undefined);

function LeftProfile() {
  const name = leftProfile.value;
  if (name === undefined) return <p class="muted">The request is sent without credentials.</p>;
  return (
    <p class="muted">
      {`This request is sent without credentials. The profile ${name} has not changed. `}
      <Button
        look="link"
        onClick={() => {
          leftProfile.value = undefined;
          editRequest({ auth: { type: "none", profile: name, isOn: true } });
        }}
      >{`Use ${name}`}</Button>
    </p>
  );
}

function Choices({ profile }: { readonly profile: Profile | undefined }) {
  const { auth } = request.value;
  const schemes = authSchemes.state.value.value ?? [];
  const saved = profiles.state.value.value ?? [];
  const { type } = chosenDraft.value;
  return (
    <div class="fields">
      <ChoiceField
        label="Type"
        value={type}
        choices={[["none", "None"], ...schemes.map(({ id, title }) => [id, title] as const)]}
        unknown={`${type} (not available)`}
        onChange={(chosen) => {
          leftProfile.value = chosen === "none" ? profile?.name : undefined;
          chooseType(chosen);
        }}
      />
      <ChoiceField
        label="Profile"
        beside={profile && <DeleteProfile key={profile.name} profile={profile} />}
        value={auth.profile ?? ""}
        choices={[["", "This request only"], ...saved.map(({ name }) => [name, name] as const)]}
        unknown={`${auth.profile ?? ""} (not found)`}
        onChange={(name) => {
          const { profile: _before, ...rest } = auth;
          leftProfile.value = undefined;
          editRequest({ auth: { ...rest, ...(name !== "" && { profile: name }) } });
        }}
      />
    </div>
  );
}

export function AuthTab() {
  const { auth } = request.value;
  const profile = chosenProfile.value;
  const state = chosenState.value;
  const scheme = chosenScheme.value;
  const { type } = chosenDraft.value;
  const isGone =
    auth.profile !== undefined && profile === undefined && profiles.state.value.value !== undefined;
  const schema = scheme && settingsSchema(scheme.settings);
  const loadError = authSchemes.state.value.error ?? profiles.state.value.error;
  return (
    <>
      <ErrorNote error={loadError} />
      <Choices profile={profile} />
      {profile?.file !== undefined && (
        <p class="small muted break profile-origin">{originText(profile.file, profile.overrides)}</p>
      )}
      {isGone && (
        <p class="error" role="alert">
          {`There is no profile ${auth.profile ?? ""} any more. Choose another one.`}
        </p>
      )}
      {(type !== "none" || profile !== undefined) && (
        <SwitchRow isOn={auth.isOn} onChange={(isOn) => editRequest({ auth: { ...auth, isOn } })}>
          {auth.isOn ? "Used for this request" : "Switched off for this request; nothing is lost"}
        </SwitchRow>
      )}
      {profile?.error !== undefined && <ErrorNote error={shownFault(profile.error)} />}
      {state !== undefined && schema !== undefined && (
        <ProfileCard
          key={`${state.name} ${type}`}
          {...{ profile: state, schema }}
          elsewhere={[...fieldActions(state, schema).values()].map(({ id }) => id)}
        />
      )}
      {profile !== undefined && <Unsaved key={profile.name} profile={profile} />}
      {type === "none" && <LeftProfile />}
      {isGone ? null : <AuthForm key={`${profile?.name ?? ""} ${type}`} state={state} />}
      {auth.profile === undefined && scheme !== undefined && (
        <>
          <p class="small muted">
            {scheme.actions.length > 0
              ? "This page keeps the values until it is closed; the server keeps the token. Save them as a profile to use them elsewhere too."
              : "Only this page keeps the values, until it is closed. Save them as a profile to use them elsewhere too."}
          </p>
          <SaveAsProfile />
        </>
      )}
    </>
  );
}

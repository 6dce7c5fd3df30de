// A profile on the server: its state, its actions, the running action, and the result of the last one.

import type { Operation, Profile, ProfileAction, SettingsSchema } from "@pictor/client";
import { useEffect, useRef, useState } from "preact/hooks";
import { webAddress } from "../../api/guards.js";
import { shownFault } from "../../api/errors.js";
import { questions } from "../../api/session.js";
import { Button } from "../../parts/button.js";
import { ErrorNote } from "../../parts/error-note.js";
import { Field } from "../../parts/field.js";
import { Menu } from "../../parts/menu.js";
import { QuestionList } from "../../people/question-list.js";
import { Claims } from "./claims.js";
import { nextStep } from "./next-step.js";
import {
  actionFault,
  cancelAction,
  filledBy,
  isDismissed,
  isStartedHere,
  operationOf,
  runAction,
  undoFilled,
} from "./profile-operations.js";
import { stateText } from "./profile-state.js";
import { TextInput, type TextElement } from "../../parts/text-input.js";
import { counted } from "../../parts/texts.js";

interface ProfileCardProps {
  readonly profile: Profile;
  readonly schema: SettingsSchema;
  /** Ids of actions that the form shows beside a field. */
  readonly elsewhere: readonly string[];
}

/** Number of actions that are shown as buttons; the others are in a menu. */
const shownActions = 2;

interface ActionInputProps {
  readonly profile: Profile;
  readonly action: ProfileAction;
  readonly onEnd: () => void;
}

function ActionInput({ profile, action, onEnd }: ActionInputProps) {
  const input = useRef<TextElement>(null);
  const [text, setText] = useState("");
  useEffect(() => input.current?.focus(), []);
  const run = (): void => {
    if (text === "") return;
    // The typed text is removed from the page, because it may be a secret.
    onEnd();
    void runAction(profile, action.id, text);
  };
  return (
    <Field label={action.input?.title}>
      {(control) => (
        <div class="row wrap">
          <TextInput
            {...control}
            elementRef={input}
            look="grow mono"
            {...(action.input?.secret === true && { type: "password" as const })}
            value={text}
            onText={setText}
            onEnter={run}
          />
          <Button disabled={text === ""} onClick={run}>
            {action.title}
          </Button>
          <Button look="plain" onClick={onEnd}>
            Cancel
          </Button>
        </div>
      )}
    </Field>
  );
}

interface EndedProps {
  readonly operation: Operation;
  readonly profile: Profile;
  readonly schema: SettingsSchema;
}

function Ended({ operation, profile, schema }: EndedProps) {
  if (isDismissed(operation)) return null;
  if (operation.state === "failed" && operation.error !== undefined) {
    const action = profile.actions.find(({ id }) => operation.kind === `profile.${id}`);
    return (
      <ErrorNote
        error={shownFault(operation.error)}
        {...(action !== undefined &&
          action.input === undefined && { onRetry: () => void runAction(profile, action.id) })}
      />
    );
  }
  const filled = filledBy(operation, schema);
  if (filled.length === 0) return null;
  return (
    <p class="small" role="status">
      {`Filled ${counted(filled.length, "field")}: ${filled.join(", ")} · `}
      <Button look="link" onClick={() => void undoFilled(operation, profile)}>
        Undo
      </Button>
    </p>
  );
}

function TokenState({ profile }: { readonly profile: Profile }) {
  const { look, title, detail } = stateText(profile);
  return (
    <div class="row wrap token-state" role="status" aria-label="State of the profile">
      <span class={`pill ${look}`}>
        <span class={`dot ${look}`} />
        {title}
      </span>
      <span class="muted">{detail}</span>
    </div>
  );
}

/** Opens the page to which a sign-in leads, while the click that has started the sign-in still allows a window. */
function useOpenedPages(running: Operation | undefined): void {
  const id = running?.id;
  const open = questions.value.filter(({ operationId }) => id !== undefined && operationId === id);
  // The page of a code is opened by the person, who must see the code first.
  const url = open.some(({ kind }) => kind === "code")
    ? undefined
    : open.find(({ kind }) => kind === "link")?.url;
  useEffect(() => {
    const isWeb = url !== undefined && webAddress(url) !== undefined;
    if (isWeb && isStartedHere(id) && navigator.userActivation.isActive)
      window.open(url, "_blank", "noopener,noreferrer");
  }, [id, url]);
}

export function ProfileCard({ profile, schema, elsewhere }: ProfileCardProps) {
  const [asking, setAsking] = useState<string>();
  const operation = operationOf(profile.name);
  const running = operation?.state === "running" ? operation : undefined;
  const { missing } = profile;
  /** The profile with the titles of the missing fields, as they stand in the form. */
  const titled =
    missing === undefined
      ? profile
      : { ...profile, missing: missing.map((field) => schema.properties[field]?.title ?? field) };
  const next = nextStep(titled, operation !== undefined && isDismissed(operation) ? undefined : operation);
  const offered = profile.actions.filter(({ id }) => !elsewhere.includes(id));
  const direct = offered.filter(({ input }) => input === undefined).slice(0, shownActions);
  const others = offered.filter((action) => !direct.includes(action));
  const asked = offered.find(({ id }) => id === asking);
  useOpenedPages(running);
  const isSignedIn = profile.state === "ready";
  const fault = actionFault.value?.name === profile.name ? actionFault.value.error : undefined;
  return (
    <>
      <div class="card profile-card stack">
        <div class="row wrap">
          <TokenState profile={titled} />
          {running === undefined &&
            direct.map(({ id, title, canRun }, index) => (
              <Button
                key={id}
                disabled={!canRun}
                {...(index === 0 && canRun && !isSignedIn && { look: "primary" as const })}
                onClick={() => void runAction(profile, id)}
              >
                {title}
              </Button>
            ))}
          {running === undefined && others.length > 0 && (
            <Menu
              name="More actions"
              label="•••"
              look="button plain"
              items={others.map(({ id, title, canRun, input }) => ({
                id,
                text: title,
                disabled: !canRun,
                run: () => {
                  if (input === undefined) void runAction(profile, id);
                  else setAsking(id);
                },
              }))}
            />
          )}
          {running !== undefined && <Button onClick={() => cancelAction(running)}>Cancel</Button>}
        </div>
        {running !== undefined && (
          <p class="muted" role="status">
            {running.progress?.step ?? `${running.title}…`}
          </p>
        )}
        {profile.notes.map((note) => (
          <p class="small" key={note}>
            {note}
          </p>
        ))}
        {asked !== undefined && (
          <ActionInput profile={profile} action={asked} onEnd={() => setAsking(undefined)} />
        )}
        {operation !== undefined && running === undefined && <Ended {...{ operation, profile, schema }} />}
        {next !== undefined && (
          <p class="small next-step" role="status" aria-label="Next step">
            {next}
          </p>
        )}
        {profile.actions.length > 0 && <Claims profile={profile} />}
      </div>
      <ErrorNote error={fault} />
      <QuestionList matches={({ operationId }) => running !== undefined && operationId === running.id} />
    </>
  );
}

// What to do about a reply with the status 401: what the server asks for, and the auth types that answer it.

import type { HttpReply } from "@pictor/client";
import { authSchemes } from "../../api/catalog.js";
import { Button } from "../../parts/button.js";
import { chosenDraft, chosenProfile, chosenScheme } from "../auth/chosen-auth.js";
import { editRequest, request } from "../draft/current-request.js";
import { answersTo, challengesOf, challengeText } from "./challenges.js";

interface ChallengeNoteProps {
  readonly reply: HttpReply;
  readonly onShowAuth: () => void;
}

function sentText(): string {
  const { auth } = request.value;
  const { type } = chosenDraft.value;
  if (!auth.isOn || type === "none") return "The request had no credentials.";
  const scheme = chosenScheme.value?.title ?? type;
  const owner =
    chosenProfile.value === undefined ? "of this request" : `of the profile ${chosenProfile.value.name}`;
  return `The server refused the credentials ${owner} (${scheme}). Check its fields, and whether they are for this server.`;
}

export function ChallengeNote({ reply: { status, headers }, onShowAuth }: ChallengeNoteProps) {
  if (status !== 401) return null;
  const challenges = challengesOf(headers["www-authenticate"] ?? "");
  const { auth } = request.value;
  const isSent = auth.isOn && chosenDraft.value.type !== "none";
  const known = authSchemes.state.value.value ?? [];
  const wanted = new Set(challenges.flatMap(answersTo));
  const offered = known.filter(({ id }) => wanted.has(id) && !(isSent && id === chosenDraft.value.type));
  return (
    <div class="card stack tight challenge" role="status">
      <p>{sentText()}</p>
      {challenges.length === 0 ? (
        <p class="muted">It does not say which credentials it wants (the reply has no WWW-Authenticate).</p>
      ) : (
        <p>
          The server asks for: <span class="mono">{challenges.map(challengeText).join("; ")}</span>
        </p>
      )}
      <div class="row wrap">
        {offered.map(({ id, title }) => (
          <Button
            key={id}
            onClick={() => {
              editRequest({ auth: { type: id, isOn: true } });
              onShowAuth();
            }}
          >{`Use ${title}`}</Button>
        ))}
        {(isSent || offered.length === 0) && <Button onClick={onShowAuth}>Show Auth</Button>}
      </div>
    </div>
  );
}

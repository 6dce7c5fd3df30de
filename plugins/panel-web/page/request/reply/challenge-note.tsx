// What to do about a reply with the status 401: what the server asks for, and the auth types that answer it.

import type { HttpReply } from "@pictor/client";
import { authSchemes } from "../../api/catalog.js";
import { Button } from "../../parts/button.js";
import { editRequest } from "../draft/current-request.js";
import type { SentAuth } from "./exchange.js";
import { answersTo, challengeText } from "./challenges.js";

interface ChallengeNoteProps {
  readonly reply: HttpReply;
  /** The credentials with which the request was sent. */
  readonly sent: SentAuth | undefined;
  readonly onShowAuth: () => void;
}

function sentText(sent: SentAuth | undefined): string {
  if (sent === undefined) return "The request had no credentials.";
  const owner = sent.profile === undefined ? "of this request" : `of the profile ${sent.profile}`;
  return `The server refused the credentials ${owner} (${sent.title}). Check its fields, and whether they are for this server.`;
}

export function ChallengeNote({ reply: { challenges }, sent, onShowAuth }: ChallengeNoteProps) {
  if (challenges === undefined) return null;
  const known = authSchemes.state.value.value ?? [];
  const wanted = new Set(challenges.flatMap(answersTo));
  const offered = known.filter(({ id }) => wanted.has(id) && id !== sent?.type);
  return (
    <div class="card stack tight challenge" role="status">
      <p>{sentText(sent)}</p>
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
        {(sent !== undefined || offered.length === 0) && <Button onClick={onShowAuth}>Show Auth</Button>}
      </div>
    </div>
  );
}

// The members of a pool or queue: what each one does and has loaded, and who waits. A member can be drained for maintenance.

import type { Backend, MemberStatus, OwnerStatus } from "@pictor/client";
import { shownProblem } from "../../api/errors.js";
import { createResource } from "../../api/resource.js";
import { calls } from "../../api/session.js";
import { Button } from "../../parts/button.js";
import { Entries, Entry } from "../../parts/entries.js";
import { ProblemText } from "../../parts/error-note.js";
import { now } from "../../shell/clock.js";
import { LoadedPart } from "../../parts/loaded-part.js";
import { useChanges } from "../data/use-changes.js";
import { factsOf, ownerText, stateOf } from "./member-text.js";

const everyMs = 3000;

interface MemberEntryProps {
  readonly member: MemberStatus;
  readonly onChange: (operation: "drainMember" | "resumeMember", member: string) => void;
}

function MemberEntry({ member, onChange }: MemberEntryProps) {
  const { name, title, state, loaded } = member;
  const { tone, text } = stateOf(member, now.value);
  const isDraining = state === "draining";
  return (
    <Entry
      tone={tone}
      title={name}
      beside={<span class="muted">{text}</span>}
      facts={[factsOf(member), title, loaded.length > 0 ? `Loaded: ${loaded.join(", ")}` : undefined]}
    >
      <Button
        title={isDraining ? `Give ${name} prompts again` : `Give ${name} no further prompts`}
        onClick={() => onChange(isDraining ? "resumeMember" : "drainMember", name)}
      >
        {isDraining ? "Resume" : "Drain"}
      </Button>
    </Entry>
  );
}

interface OwnerEntryProps {
  readonly owner: OwnerStatus;
  readonly onPause: (owner: string, isPaused: boolean) => void;
}

function OwnerEntry({ owner: status, onPause }: OwnerEntryProps) {
  const { owner, isPaused = false } = status;
  return (
    <li class="row wrap entry">
      <span class="grow">{ownerText(status)}</span>
      {owner !== undefined && (
        <Button
          title={isPaused ? `Let the prompts of ${owner} run` : `Let the prompts of ${owner} wait`}
          onClick={() => onPause(owner, !isPaused)}
        >
          {isPaused ? "Resume" : "Pause"}
        </Button>
      )}
    </li>
  );
}

export function MembersPart({ backend: { name } }: { readonly backend: Backend }) {
  const read = () => createResource((signal) => calls().listMembers({ params: { name }, signal }));
  const { resource, change, note, isBusy } = useChanges(name, read, everyMs);
  const act = (work: () => Promise<unknown>, done: string): void => change(() => work().then(() => done));
  const changeMember: MemberEntryProps["onChange"] = (operation, member) => {
    const done = operation === "drainMember" ? "gets no further prompts." : "gets prompts again.";
    act(() => calls()[operation]({ params: { name, member } }), `${member} ${done}`);
  };
  const pauseOwner: OwnerEntryProps["onPause"] = (owner, isPaused) => {
    const done = isPaused ? "is paused: the prompts wait." : "is not paused: the prompts run in their turns.";
    const set = isPaused ? calls().pauseBackend : calls().resumeBackend;
    act(() => set({ params: { name }, body: { owner } }), `${owner} ${done}`);
  };
  return (
    <LoadedPart resource={resource} what="the members">
      {({ members, owners, problems, isPaused }) => (
        <div class="stack">
          {note}
          <div class="row wrap">
            <span class="grow">
              {isPaused ? "Paused: new prompts wait." : "Prompts run as members are free."}
            </span>
            <Button
              title={
                isPaused ? "Give the members prompts again" : "Let new prompts wait, and running ones end"
              }
              disabled={isBusy}
              onClick={() => {
                const params = { name };
                if (isPaused) act(() => calls().resumeBackend({ params }), "The members get prompts again.");
                else act(() => calls().pauseBackend({ params }), "No member gets further prompts.");
              }}
            >
              {isPaused ? "Resume all" : "Pause all"}
            </Button>
          </div>
          {problems.map((problem, index) => (
            <ProblemText key={index} problem={shownProblem(problem)} />
          ))}
          <Entries name="Members" of={members}>
            {(member) => <MemberEntry key={member.name} {...{ member }} onChange={changeMember} />}
          </Entries>
          <section class="stack tight" aria-label="Owners">
            <h3>Owners</h3>
            <Entries of={owners} none="Nobody waits.">
              {(owner) => <OwnerEntry key={owner.owner ?? ""} {...{ owner }} onPause={pauseOwner} />}
            </Entries>
          </section>
        </div>
      )}
    </LoadedPart>
  );
}

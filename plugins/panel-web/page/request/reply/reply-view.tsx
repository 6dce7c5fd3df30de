// The reply: its content, its redirects and credentials, or the error if there was no reply.

import type { HttpReply } from "@pictor/client";
import { useState } from "preact/hooks";
import { shownProblem } from "../../api/errors.js";
import { Button } from "../../parts/button.js";
import { ErrorNote, ProblemText } from "../../parts/error-note.js";
import { Tabs, type Tab } from "../../parts/tabs.js";
import { QuestionList } from "../../people/question-list.js";
import { now } from "../../shell/clock.js";
import { BodyView } from "./body-view.js";
import { CertificateNote } from "./certificate-note.js";
import { ChallengeNote } from "./challenge-note.js";
import { hopsText } from "./hops-text.js";
import { cancelRequest, exchange, type Exchange } from "./exchange.js";
import { durationText, statusLook, statusText } from "../base/texts.js";
import { counted, sizeText } from "../../parts/texts.js";
import { Table } from "../../parts/table.js";

type Part = "body" | "headers" | "hops" | "notes";

function HeaderList({ reply }: { readonly reply: HttpReply }) {
  const lines = Object.entries(reply.headers).flatMap(([name, value]) =>
    // Several Set-Cookie lines are separated by a line feed.
    value.split("\n").map((line) => ({ name, line })),
  );
  return (
    <Table
      look="header-list"
      titles={["Name", "Value"]}
      rows={lines.map(({ name, line }, key) => ({
        key,
        cells: [name, line].map((text) => <span class="mono">{text}</span>),
      }))}
    />
  );
}

type Hop = HttpReply["hops"][number];

const SentHeaders = ({ headers }: { readonly headers: Hop["sentHeaders"] }) => (
  <details>
    <summary>{counted(headers.length, "sent header")}</summary>
    <ul class="sent-headers mono">
      {headers.map(({ name, value }, at) => (
        <li key={at}>{`${name}: ${value === "***" ? "•••••• (hidden)" : value}`}</li>
      ))}
    </ul>
  </details>
);

function Hops({ reply }: { readonly reply: HttpReply }) {
  return (
    <ol>
      {reply.hops.map(({ method, url, status, sentHeaders }, index) => (
        <li key={index} class="row at-top entry break hop">
          <span class={`mono ${statusLook(status)}`}>
            <strong>{status}</strong>
          </span>
          <div class="stack tight grow">
            <span class="mono">{`${method} ${url}`}</span>
            <SentHeaders headers={sentHeaders} />
          </div>
        </li>
      ))}
    </ol>
  );
}

const Notes = ({ reply }: { readonly reply: HttpReply }) => (
  <ul class="stack">
    {reply.notes.map((note, index) => (
      <li key={index}>
        <ProblemText problem={shownProblem(note)} />
      </li>
    ))}
  </ul>
);

type EndedProps = Extract<Exchange, { readonly state: "ended" }> & Pick<ReplyViewProps, "onShowAuth">;

function Ended({ reply, bytes, mime, sentAuth, onShowAuth }: EndedProps) {
  const [part, setPart] = useState<Part>("body");
  const { status, headers, hops, notes, headersMs, totalMs, body } = reply;
  const tabs: readonly Tab<Part>[] = [
    { id: "body", title: "Body" },
    { id: "headers", title: "Headers", count: Object.keys(headers).length },
    { id: "hops", title: "Hops", count: hops.length },
    ...(notes.length > 0 ? [{ id: "notes" as const, title: "Notes", count: notes.length }] : []),
  ];
  const shown = tabs.some(({ id }) => id === part) ? part : "body";
  return (
    <>
      <div class="row wrap reply-head" role="status">
        <strong class={statusLook(status)}>{statusText(status)}</strong>
        <span class="muted" title={`Headers after ${durationText(headersMs)}`}>
          {`${durationText(totalMs)} · ${sizeText(body.bytes)}${body.isComplete === false ? " · the beginning only" : ""}`}
        </span>
        {headersMs !== totalMs && (
          <span class="small muted">{`headers after ${durationText(headersMs)}`}</span>
        )}
      </div>
      {hops.length > 1 && (
        <p class="small row wrap">
          <span>
            {`${hopsText(hops)}: `}
            {hops.map((hop, index) => (
              <span key={index} class={`mono ${statusLook(hop.status)}`}>
                {index === 0 ? "" : " → "}
                {hop.status}
              </span>
            ))}
          </span>
          <span class="mono muted ellipsis grow">{`ended at ${reply.url}`}</span>
          <Button look="link" onClick={() => setPart("hops")}>
            Show hops
          </Button>
        </p>
      )}
      <ChallengeNote {...{ reply, onShowAuth }} sent={sentAuth} />
      <Tabs<Part> name="Parts of the reply" tabs={tabs} chosen={shown} onChoose={setPart}>
        {shown === "body" && <BodyView key={reply.id} {...{ bytes, mime }} />}
        {shown === "headers" && (
          <>
            <HeaderList reply={reply} />
            <SentHeaders headers={hops.at(-1)?.sentHeaders ?? []} />
          </>
        )}
        {shown === "hops" && <Hops reply={reply} />}
        {shown === "notes" && <Notes reply={reply} />}
      </Tabs>
    </>
  );
}

interface ReplyViewProps {
  readonly onSend: () => void;
  readonly onShowAuth: () => void;
}

export function ReplyView({ onSend, onShowAuth }: ReplyViewProps) {
  const current = exchange.value;
  const id = current.state === "running" ? current.id : undefined;
  return (
    <section class="card stack near reply" aria-label="Reply">
      <QuestionList matches={({ requestId }) => id !== undefined && requestId === id} />
      {current.state === "none" && (
        <p class="muted reply-note">
          Nothing has been sent yet. The reply appears here, with its headers and every redirect.
        </p>
      )}
      {current.state === "cancelled" && <p class="muted reply-note">The request was cancelled.</p>}
      {current.state === "running" && (
        <div class="stack" role="status" aria-label="Progress of the request">
          <div class="row">
            <span class="grow">
              {current.begun === undefined ? "Waiting for the reply" : "The reply is arriving"} ·{" "}
              {durationText(Math.max(0, now.value - current.startedAtMs))}
            </span>
            <Button onClick={cancelRequest}>Cancel</Button>
          </div>
          <progress aria-label="The reply" />
          {current.begun !== undefined && current.begun.bytes.length > 0 && (
            <>
              <strong class={statusLook(current.begun.status)}>{statusText(current.begun.status)}</strong>
              <BodyView bytes={current.begun.bytes} mime={current.begun.mime} />
            </>
          )}
        </div>
      )}
      {current.state === "failed" && (
        <>
          <ErrorNote error={current.error} onRetry={onSend} />
          {current.certificate !== undefined && (
            <CertificateNote certificate={current.certificate} onSend={onSend} />
          )}
        </>
      )}
      {current.state === "ended" && <Ended {...current} onShowAuth={onShowAuth} />}
    </section>
  );
}

// The history: the requests that were sent, with their results. Each can be opened again or sent again.

import type { SentRequest } from "@pictor/client";
import { useAttempt } from "../../parts/attempt.js";
import { AttemptNote } from "../../parts/attempt-note.js";
import { IconButton } from "../../parts/button.js";
import { ConfirmButton } from "../../parts/confirm.js";
import { LoadedPart } from "../../parts/loaded-part.js";
import { SearchInput } from "../../parts/search-input.js";
import { useDelay } from "../../parts/use-delay.js";
import { agoText, now } from "../../shell/clock.js";
import { durationText, statusLook, statusText } from "../base/texts.js";
import { clearHistory, forgetSent, history, historySearch, openSent } from "./history.js";

export interface HistoryListProps {
  /** Called when a request of the history is in the editor. */
  readonly onOpen: () => void;
  /** Called when a request of the history is in the editor, complete, and is to be sent. */
  readonly onReplay: () => void;
}

interface EntryProps extends HistoryListProps {
  readonly entry: SentRequest;
  readonly run: (work: (signal: AbortSignal) => Promise<void>) => void;
}

const searchDelayMs = 200;

function Entry({ entry, run, onOpen, onReplay }: EntryProps) {
  const { method, url, status, ms, error, atMs, auth } = entry;
  const sentAt = new Date(atMs);
  return (
    <li class="row history-entry">
      <button
        type="button"
        class="bare grow history-open"
        title="Open in the editor"
        onClick={() =>
          run(async (signal) => {
            await openSent(entry, signal);
            onOpen();
          })
        }
      >
        <span class="row wrap">
          <strong class="mono">{method}</strong>
          <span class={`pill ${status === undefined ? "error" : statusLook(status)}`}>
            {status === undefined ? (error ?? "no reply") : statusText(status)}
          </span>
          <span class="small muted">
            {durationText(ms)}
            {auth !== undefined && auth !== "none" && ` · ${auth}`}
          </span>
          <time
            class="small muted history-when"
            dateTime={sentAt.toISOString()}
            title={sentAt.toLocaleString()}
          >
            {agoText(now.value - atMs)}
          </time>
        </span>
        <span class="mono break">{url}</span>
      </button>
      <IconButton
        icon="refresh"
        name={`Send again: ${method} ${url}`}
        onClick={() =>
          run(async (signal) => {
            if (await openSent(entry, signal)) onReplay();
          })
        }
      />
      <IconButton
        icon="close"
        name={`Forget ${method} ${url}`}
        onClick={() => run(() => forgetSent(entry))}
      />
    </li>
  );
}

export function HistoryList(props: HistoryListProps) {
  const attempt = useAttempt();
  const search = historySearch.value;
  useDelay(() => void history.load(), searchDelayMs, [search]);
  const run: EntryProps["run"] = (work) => void attempt.run(work);
  return (
    <>
      <div class="row">
        <SearchInput
          look="grow"
          name="Search in the history"
          value={search}
          onText={(typed) => (historySearch.value = typed)}
        />
        <ConfirmButton
          title="Forget all sent requests?"
          action="Forget all"
          disabled={(history.state.value.value?.requests.length ?? 0) === 0}
          onConfirm={() => run(clearHistory)}
        >
          <p>The whole history is deleted from the server, including what the search does not show.</p>
        </ConfirmButton>
      </div>
      <AttemptNote of={attempt} />
      <LoadedPart resource={history} what="the history">
        {({ requests }) => (
          <>
            <ul aria-label="Sent requests">
              {requests.map((entry) => (
                <Entry key={entry.id} {...{ entry, run }} {...props} />
              ))}
            </ul>
            {requests.length === 0 && (
              <p class="muted">
                {search === ""
                  ? "No sent request is kept. The server keeps the newest ones, without credentials."
                  : "No sent request contains these words."}
              </p>
            )}
          </>
        )}
      </LoadedPart>
    </>
  );
}

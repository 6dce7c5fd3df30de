// The requests that this page has sent, with their results. Each can be opened again or sent again.

import { IconButton } from "../../parts/button.js";
import { Button } from "../../parts/button.js";
import { durationText, statusLook } from "../base/texts.js";
import { clearHistory, history, type SentRequest } from "./history.js";

interface HistoryListProps {
  readonly onOpen: (entry: SentRequest) => void;
  readonly onReplay: (entry: SentRequest) => void;
}

export function HistoryList({ onOpen, onReplay }: HistoryListProps) {
  const entries = history.value;
  if (entries.length === 0)
    return (
      <p class="muted">Sent requests are listed here until this page is closed, without their credentials.</p>
    );
  return (
    <>
      <div class="row">
        <p class="small muted grow">Kept by this page until it is closed, without credentials.</p>
        <Button look="link" onClick={clearHistory}>
          Clear
        </Button>
      </div>
      <ul class="history" aria-label="Sent requests">
        {entries.map((entry) => {
          const { id, method, url, status, totalMs, error, startedAtMs } = entry;
          return (
            <li key={id} class="history-entry">
              <button
                type="button"
                class="history-open"
                title="Open in the editor"
                onClick={() => {
                  onOpen(entry);
                }}
              >
                <span class={`mono ${status === undefined ? "error" : statusLook(status)}`}>
                  {status ?? "—"}
                </span>
                <span class="mono history-method">{method}</span>
                <span class="mono ellipsis">{url}</span>
                <span class="small muted history-when">
                  {error ?? (totalMs === undefined ? "" : durationText(totalMs))} ·{" "}
                  {new Date(startedAtMs).toLocaleTimeString()}
                </span>
              </button>
              <IconButton
                icon="refresh"
                name={`Send again: ${method} ${url}`}
                onClick={() => {
                  onReplay(entry);
                }}
              />
            </li>
          );
        })}
      </ul>
    </>
  );
}

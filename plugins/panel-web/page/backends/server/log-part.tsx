// The log of a server. It follows new lines unless the user has scrolled up, and can be searched and copied.

import type { Backend } from "@pictor/client";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { shownError, type ShownError } from "../../api/errors.js";
import { calls } from "../../api/session.js";
import { Button } from "../../parts/button.js";
import { copyText } from "../../parts/clipboard.js";
import { ErrorNote } from "../../parts/error-note.js";
import { usePolling } from "../../api/use-resource.js";
import { emptyTail, matchingLines, maxLines, withPage, type LogTail } from "./log-tail.js";
import { SearchInput } from "../../parts/search-input.js";

const everyMs = 1500;
const firstLines = 500;
/** The largest distance from the end, in pixels, that counts as the end of the log. */
const endPx = 24;

export function LogPart({ backend: { name } }: { readonly backend: Backend }) {
  const [tail, setTail] = useState<LogTail>(emptyTail);
  const [error, setError] = useState<ShownError>();
  const [text, setText] = useState("");
  const [isFollowing, setFollowing] = useState(true);
  const box = useRef<HTMLPreElement>(null);
  const latest = useRef(tail);
  latest.current = tail;
  const load = async (): Promise<void> => {
    const { next: since } = latest.current;
    const query = {
      tail: since === undefined ? firstLines : maxLines,
      ...(since !== undefined && { since }),
    };
    try {
      const page = await calls().readBackendLogs({ params: { name }, query });
      setTail((before) => withPage(before, page, since));
      setError(undefined);
    } catch (reason) {
      setError(shownError(reason));
    }
  };
  usePolling(load, everyMs, [name]);
  const lines = matchingLines(tail.lines, text);
  useLayoutEffect(() => {
    const element = box.current;
    if (element !== null && isFollowing) element.scrollTop = element.scrollHeight;
  }, [lines, isFollowing]);
  return (
    <div class="stack tight">
      <div class="row wrap">
        <SearchInput look="grow" name="Search the log" value={text} onText={setText} />
        <Button pressed={isFollowing} onClick={() => setFollowing(!isFollowing)}>
          Follow
        </Button>
        <Button onClick={() => void copyText(lines.map((line) => line.text).join("\n"), "Log")}>Copy</Button>
      </div>
      <ErrorNote error={error} onRetry={() => void load()} />
      <pre
        ref={box}
        class="boxed log-lines tall"
        tabIndex={0}
        role="log"
        aria-label={`Log of ${name}`}
        aria-live="off"
        onScroll={(event) => {
          const { scrollTop, scrollHeight, clientHeight } = event.currentTarget;
          setFollowing(scrollHeight - scrollTop - clientHeight < endPx);
        }}
      >
        {lines.map(({ number, text: line }) => (
          <div key={number}>{line === "" ? " " : line}</div>
        ))}
        {lines.length === 0 && (text === "" ? "No line yet." : "No line contains this text.")}
      </pre>
      <p class="small muted" role="status">
        {isFollowing ? "Follows the log." : "Paused here. Follow goes to the newest line."}
        {text !== "" && ` ${lines.length} of ${tail.lines.length} lines.`}
      </p>
    </div>
  );
}

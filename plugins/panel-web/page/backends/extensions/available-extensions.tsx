// The extensions that the backend can install: a search with pages, in which each extension can be limited to a range
// of versions; or an installation by address.

import type { AvailableExtension, AvailableExtensionList } from "@pictor/client";
import { useEffect, useState } from "preact/hooks";
import { calls } from "../../api/session.js";
import { Button } from "../../parts/button.js";
import { Entries, Entry } from "../../parts/entries.js";
import { useStart } from "../operations/backend-operations.js";
import { useAttempt } from "../../parts/attempt.js";
import { AttemptNote } from "../../parts/attempt-note.js";
import { InstallByAddress, type InstallProps } from "./install-by-address.js";
import { SearchInput } from "../../parts/search-input.js";
import { TextInput } from "../../parts/text-input.js";
import { counted, dotted } from "../../parts/texts.js";
import { useDelay } from "../../parts/use-delay.js";

const pageSize = 20;
/** Keys that are pressed within this time start one search. */
const typingMs = 250;

interface EntryProps extends InstallProps {
  readonly extension: AvailableExtension;
}

function AvailableEntry({ extension, isTaken, onInstall }: EntryProps) {
  const { id, title, description, author, version } = extension;
  const [range, setRange] = useState("");
  return (
    <Entry
      title={title}
      beside={<code class="break">{id}</code>}
      text={description && <span class="clamp">{description}</span>}
      facts={[dotted(author, version)]}
    >
      <span class="row">
        <TextInput
          look="mono range"
          aria-label={`Versions of ${title}`}
          placeholder="newest"
          value={range}
          onText={setRange}
        />
        <Button disabled={isTaken} title={`Install ${title}`} onClick={() => onInstall(id, range)}>
          Install
        </Button>
      </span>
    </Entry>
  );
}

export function AvailableExtensions({ name }: { readonly name: string }) {
  const [text, setText] = useState("");
  const [found, setFound] = useState<AvailableExtensionList>();
  const searching = useAttempt(name);
  const { attempt: installing, isTaken, start } = useStart(name);
  const read = async (before?: AvailableExtensionList): Promise<void> => {
    const query = {
      limit: pageSize,
      ...(text !== "" && { search: text }),
      ...(before?.cursor !== undefined && { cursor: before.cursor }),
    };
    const page = await searching.run((signal) =>
      calls().listAvailableExtensions({ params: { name }, query, signal }),
    );
    if (page !== undefined)
      setFound({ ...page, extensions: [...(before?.extensions ?? []), ...page.extensions] });
  };
  useDelay(() => void read(), typingMs, [name, text]);
  useEffect(() => searching.stop, [name, text]);
  const install: InstallProps["onInstall"] = (id, range) => {
    const extensions = [{ id, ...(range !== "" && { range }) }];
    start(() => calls().installExtensions({ params: { name }, body: { extensions } }));
  };
  return (
    <section class="stack" aria-labelledby="available-extensions">
      <h3 id="available-extensions">Available</h3>
      <SearchInput name="Search extensions" value={text} onText={setText} />
      <AttemptNote of={installing} />
      <AttemptNote of={searching} onRetry={() => void read()} />
      <p class="small muted" role="status">
        {found === undefined ? "" : counted(found.total, "extension")}
      </p>
      <Entries of={found?.extensions ?? []}>
        {(extension) => <AvailableEntry key={extension.id} {...{ extension, isTaken }} onInstall={install} />}
      </Entries>
      {found?.cursor !== undefined && (
        <Button disabled={searching.isBusy} onClick={() => void read(found)}>
          Show more
        </Button>
      )}
      <InstallByAddress isTaken={isTaken} onInstall={install} />
    </section>
  );
}

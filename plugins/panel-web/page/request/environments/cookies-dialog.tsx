// The cookies that the active environment keeps: turned on and off, shown without values, cleared.

import { useResource } from "../../api/use-resource.js";
import { calls } from "../../api/session.js";
import { Button } from "../../parts/button.js";
import { Dialog } from "../../parts/dialog.js";
import { ErrorNote } from "../../parts/error-note.js";
import { SwitchRow } from "../../parts/switch.js";
import { useAttempt } from "../../parts/attempt.js";
import { AttemptNote } from "../../parts/attempt-note.js";
import { Table } from "../../parts/table.js";
import type { Closable } from "../../shell/open-dialog.js";

const expiryText = (expiresAtMs: number | undefined): string =>
  expiresAtMs === undefined ? "Until it is cleared" : new Date(expiresAtMs).toLocaleString();

export function CookiesDialog({ onClose }: Closable) {
  const attempt = useAttempt();
  const jar = useResource((signal) => calls().readCookies({ signal }), []);
  const { value, error: unread } = jar.state.value;
  const { environment, isOn = false, cookies = [] } = value ?? {};
  const change = (work: () => Promise<unknown>): void =>
    void attempt.run(async () => {
      await work();
      await jar.load();
    });
  const where =
    environment === undefined ? "requests without an environment" : `the environment ${environment}`;
  return (
    <Dialog wide title="Cookies" onClose={onClose}>
      <div class="stack">
        <SwitchRow
          isOn={isOn}
          disabled={attempt.isBusy || value === undefined}
          onChange={(next) => change(() => calls().turnCookies({ body: { isOn: next } }))}
        >
          {value === undefined ? "Keep cookies" : `Keep the cookies of ${where}`}
        </SwitchRow>
        <p class="small muted">
          Their values are in the secret store, and the page never shows them. Turning this off deletes them.
        </p>
        {cookies.length > 0 && (
          <Table
            look="check-table"
            titles={["Name", "Domain and path", "Expires"]}
            rows={cookies.map(({ name, domain, path, expiresAtMs, origin }) => ({
              key: `${domain} ${path} ${name}`,
              hint: `Set by ${origin}`,
              cells: [<code>{name}</code>, <code>{domain + path}</code>, expiryText(expiresAtMs)],
            }))}
          />
        )}
        {isOn && cookies.length === 0 && <p role="status">No cookies yet.</p>}
        <AttemptNote of={attempt} />
        <ErrorNote error={unread} />
        <div class="row wrap">
          {[...new Set(cookies.map(({ domain }) => domain))].map((domain, _index, domains) => (
            <Button
              key={domain}
              disabled={attempt.isBusy}
              onClick={() =>
                change(() => calls().clearCookies({ body: domains.length === 1 ? {} : { domain } }))
              }
            >
              {domains.length === 1 ? "Clear all" : `Clear ${domain}`}
            </Button>
          ))}
        </div>
      </div>
    </Dialog>
  );
}

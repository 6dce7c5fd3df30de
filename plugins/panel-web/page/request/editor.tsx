// The editor of the request: query, headers, body, auth and history, each in its tab.

import { Button } from "../parts/button.js";
import { Icon } from "../parts/icon.js";
import { SwitchRow } from "../parts/switch.js";
import { Tabs, type Tab } from "../parts/tabs.js";
import { queryRows } from "./address/query-text.js";
import { AuthTab } from "./auth/auth-tab.js";
import { chosenDraft, chosenScheme, isReady } from "./auth/chosen-auth.js";
import { BodyEditor } from "./body/body-editor.js";
import { editRequest, missingValues, request } from "./draft/current-request.js";
import { postRedirects } from "./draft/request-draft.js";
import { HistoryList, type HistoryListProps } from "./history/history-list.js";
import { history } from "./history/history.js";
import { headerNames, headerValues } from "./rows/header-names.js";
import { QueryTable } from "./rows/query-table.js";
import { RowTable } from "./rows/row-table.js";

export const editorTabs = ["query", "headers", "body", "auth", "history"] as const;
export type EditorTab = (typeof editorTabs)[number];

/** The check mark shows that a request can be sent with credentials now. */
function AuthTitle() {
  const { type } = chosenDraft.value;
  const { auth } = request.value;
  const title = type === "none" ? "Auth" : `Auth: ${chosenScheme.value?.title ?? type}`;
  return (
    <span class="row tight-row">
      {title}
      {type !== "none" && !auth.isOn && <span class="muted"> (off)</span>}
      {isReady.value && (
        <span class="good auth-mark" role="img" aria-label="ready to use">
          <Icon name="check" />
        </span>
      )}
    </span>
  );
}

interface EditorProps extends HistoryListProps {
  readonly chosen: EditorTab;
  readonly onChoose: (tab: EditorTab) => void;
}

/** Shown until the user sends the request, or another one is in the editor. */
function MissingNote() {
  if (missingValues.value.length === 0) return null;
  return (
    <p class="card small" role="status">
      {`The history keeps no secrets. Type again what is missing, then send: ${missingValues.value.join(", ")}.`}
    </p>
  );
}

/** What the request has besides what the editor shows, and a button that takes it away. */
function Extras() {
  const extras = Object.entries(request.value.extras).map(([name, value]) => `${name} ${value}`);
  if (extras.length === 0) return null;
  return (
    <p class="small">
      {`This request was imported with ${extras.join(", ")}. `}
      <Button look="link" onClick={() => editRequest({ extras: {} })}>
        Leave that out
      </Button>
    </p>
  );
}

function RedirectSwitches() {
  const { method, followsRedirects, trustsRedirects, keepsPost } = request.value;
  return (
    <>
      <SwitchRow isOn={followsRedirects} onChange={(isOn) => editRequest({ followsRedirects: isOn })}>
        Follow redirects
      </SwitchRow>
      {followsRedirects && (
        <SwitchRow isOn={trustsRedirects} onChange={(isOn) => editRequest({ trustsRedirects: isOn })}>
          Send credentials to other origins that redirects lead to
        </SwitchRow>
      )}
      {followsRedirects && method === "POST" && (
        <SwitchRow
          isOn={keepsPost.length > 0}
          onChange={(isOn) => editRequest({ keepsPost: isOn ? postRedirects : [] })}
        >
          {`Keep POST after ${(keepsPost.length === 0 ? postRedirects : keepsPost).join(", ")}`}
        </SwitchRow>
      )}
    </>
  );
}

export function Editor({ chosen, onChoose, onOpen, onReplay }: EditorProps) {
  const { url, offQuery, headers, bodyKind } = request.value;
  const tabs: readonly Tab<EditorTab>[] = [
    { id: "query", title: "Query", count: queryRows(url).length },
    { id: "headers", title: "Headers", count: headers.filter(({ isOn }) => isOn).length },
    { id: "body", title: bodyKind === "none" ? "Body" : <>Body •</> },
    { id: "auth", title: <AuthTitle /> },
    { id: "history", title: "History", count: history.state.value.value?.total ?? 0 },
  ];
  return (
    <Tabs<EditorTab> look="card" name="Request" tabs={tabs} chosen={chosen} onChoose={onChoose}>
      <MissingNote />
      {chosen === "query" && (
        <>
          <QueryTable {...{ url, offQuery }} onChange={editRequest} />
          <RedirectSwitches />
          <Extras />
        </>
      )}
      {chosen === "headers" && (
        <RowTable
          title="Header"
          rows={headers}
          names={headerNames}
          valuesOf={headerValues}
          onChange={(rows) => editRequest({ headers: rows })}
        />
      )}
      {chosen === "body" && <BodyEditor />}
      {chosen === "auth" && <AuthTab />}
      {chosen === "history" && <HistoryList {...{ onOpen, onReplay }} />}
    </Tabs>
  );
}

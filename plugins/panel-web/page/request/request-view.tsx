// The view "Request": the address, the editor, and the reply beside or below the editor.

import { useEffect, useId } from "preact/hooks";
import { authSchemes, profiles } from "../api/catalog.js";
import { follow } from "../api/follow.js";
import { Button } from "../parts/button.js";
import { Combobox } from "../parts/combobox.js";
import { useCommands } from "../shell/commands.js";
import { keyLabel } from "../shell/keys.js";
import { goTo, placeDetail } from "../shell/place.js";
import { storedSignal } from "../shell/stored.js";
import { ViewFrame } from "../shell/view-frame.js";
import { followChecks } from "./auth/chosen-auth.js";
import { AttemptNote } from "../parts/attempt-note.js";
import { CurlDialog, showCurl } from "./curl/curl-command.js";
import { CurlNotes, CurlOffer, isCurl, pastedCurl } from "./curl/import-curl.js";
import { editRequest, request } from "./draft/current-request.js";
import { Editor, editorTabs, type EditorTab } from "./editor.js";
import { EnvironmentDialog } from "./environments/environment-dialog.js";
import { openEditor } from "./environments/environment-editing.js";
import { EnvironmentMenu, environmentChoice } from "./environments/environment-menu.js";
import { history } from "./history/history.js";
import { cancelRequest, exchange, sendRequest } from "./reply/exchange.js";
import { ReplyView } from "./reply/reply-view.js";
import { hasAddress, newRequest, RequestMenu } from "./request-menu.js";
import { environments } from "./variables/environment.js";
import { VariableInput } from "./variables/variable-input.js";

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];
const tab = storedSignal<EditorTab>("request-tab", "query", (kept) => editorTabs.find((id) => id === kept));

const send = (): void => {
  if (hasAddress()) void sendRequest();
};

function Method() {
  const id = useId();
  return (
    <div class="method">
      <label class="hidden-text" for={id}>
        Method
      </label>
      <Combobox
        control={{ id }}
        look="mono"
        value={request.value.method}
        search={(text) => Promise.resolve(methods.filter((method) => method.startsWith(text.toUpperCase())))}
        onChange={(method) => editRequest({ method: method.toUpperCase() })}
      />
    </div>
  );
}

export function RequestView() {
  useEffect(() => {
    void authSchemes.load();
    void history.load();
    const stops = [follow(profiles, "profile"), followChecks(), follow(environments, "environments")];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  useEffect(() => {
    const [what = "", name = ""] = placeDetail.value.split("/");
    if (what === "") return;
    if (what === "environment") void openEditor(name);
    else if (name !== "") editRequest({ auth: { type: "none", profile: name, isOn: true } });
    if (what === "auth" || what === "profile") tab.value = "auth";
    goTo("request");
  }, [placeDetail.value]);
  const isRunning = exchange.value.state === "running";
  useCommands([
    {
      id: "request.send",
      title: "Send the request",
      keys: "mod+Enter",
      isAvailable: () => !isRunning,
      run: send,
    },
    { id: "request.cancel", title: "Cancel the request", isAvailable: () => isRunning, run: cancelRequest },
    { id: "request.new", title: "New request", run: newRequest },
    {
      id: "request.curl",
      title: "Show the request as a curl command",
      isAvailable: hasAddress,
      run: showCurl,
    },
    ...editorTabs.map((id) => ({
      id: `request.${id}`,
      title: `Show ${id} of the request`,
      run: () => (tab.value = id),
    })),
  ]);
  return (
    <ViewFrame
      title="Request"
      look="request-view stack"
      end={
        <>
          <EnvironmentMenu />
          <RequestMenu />
        </>
      }
    >
      <AttemptNote of={environmentChoice} />
      <div class="address-line">
        <Method />
        <div class="address">
          <VariableInput
            isAddress
            label="Address"
            placeholder="https://api.example.org/v1/me, or a curl command"
            value={request.value.url}
            onChange={(address) => editRequest({ url: address })}
            onEnter={send}
            onPaste={(event) => {
              const text = event.clipboardData?.getData("text/plain") ?? "";
              if (!isCurl(text)) return;
              event.preventDefault();
              pastedCurl.value = text;
            }}
          />
        </div>
        <span class="send">
          {isRunning ? (
            <Button onClick={cancelRequest}>Cancel</Button>
          ) : (
            <Button look="primary" disabled={!hasAddress()} onClick={send}>
              Send <kbd>{keyLabel("mod+Enter")}</kbd>
            </Button>
          )}
        </span>
      </div>
      <CurlOffer />
      <CurlNotes />
      <CurlDialog />
      <EnvironmentDialog />
      <div class="request-parts">
        <Editor
          chosen={tab.value}
          onChoose={(id) => (tab.value = id)}
          onOpen={() => (tab.value = "query")}
          onReplay={send}
        />
        <ReplyView onSend={send} onShowAuth={() => (tab.value = "auth")} />
      </div>
    </ViewFrame>
  );
}

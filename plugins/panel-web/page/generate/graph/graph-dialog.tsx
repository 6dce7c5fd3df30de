// The graph of the form: as a picture, as a list, and as JSON with copy and download. Nothing is submitted.

import { useState } from "preact/hooks";
import { calls } from "../../api/session.js";
import { useResource } from "../../api/use-resource.js";
import { sentDraft } from "../base/catalog.js";
import { draft } from "../../draft/current-draft.js";
import { requestOf } from "../../draft/draft.js";
import { Button } from "../../parts/button.js";
import { copyText } from "../../parts/clipboard.js";
import { Dialog } from "../../parts/dialog.js";
import { saveDownload } from "../../parts/download.js";
import { LoadedPart } from "../../parts/loaded-part.js";
import { LogLines } from "../../parts/log-lines.js";
import { Tabs } from "../../parts/tabs.js";
import type { Closable } from "../../shell/open-dialog.js";
import { readGraphs, type GraphNode } from "./graph-layout.js";
import { GraphList, GraphPicture } from "./graph-picture.js";

const tabs = [
  { id: "picture", title: "Picture" },
  { id: "list", title: "List" },
  { id: "json", title: "JSON" },
] as const;

interface Built {
  readonly json: string;
  readonly nodes: readonly GraphNode[];
}

/** Builds the first graph of the draft. The graphs of the other images have the same nodes and other seeds. */
async function build(signal: AbortSignal): Promise<Built> {
  const reply = await calls().buildGraphs({ body: { ...requestOf(sentDraft()), count: 1 }, signal });
  const text = await reply.text();
  // The reply is a list with one graph. The text is shown without the brackets of the list.
  const json = text
    .trim()
    .replace(/^\[\s*/, "")
    .replace(/\s*\]$/, "")
    .replaceAll(/^ {2}/gm, "");
  return { json, nodes: readGraphs(text)[0] ?? [] };
}

export function GraphDialog({ onClose }: Closable) {
  const [shown, setShown] = useState<(typeof tabs)[number]["id"]>("picture");
  const graph = useResource(build, []);
  return (
    <Dialog title="The graph of the form" onClose={onClose} wide>
      <LoadedPart resource={graph} what="the graph">
        {({ json, nodes }) => (
          <Tabs name="Views of the graph" tabs={tabs} chosen={shown} onChoose={setShown}>
            {shown === "picture" && <GraphPicture nodes={nodes} />}
            {shown === "list" && <GraphList nodes={nodes} />}
            {shown === "json" && (
              <>
                <div class="row">
                  <Button onClick={() => void copyText(json, "Graph")}>Copy</Button>
                  <Button
                    onClick={() =>
                      saveDownload(
                        new Blob([json], { type: "application/json" }),
                        `${draft.peek().workflow}.json`,
                      )
                    }
                  >
                    Download
                  </Button>
                </div>
                <LogLines name="JSON of the graph" look="graph-json" text={json} />
              </>
            )}
          </Tabs>
        )}
      </LoadedPart>
    </Dialog>
  );
}

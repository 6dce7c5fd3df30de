// The body of the request: its kind, and the editor of that kind.

import { useId } from "preact/hooks";
import { Button } from "../../parts/button.js";
import { Field } from "../../parts/field.js";
import { Segments } from "../../parts/segments.js";
import { editRequest, request } from "../draft/current-request.js";
import { bodyKinds, type BodyKind } from "../draft/request-draft.js";
import { RowFile } from "../rows/row-file.js";
import { RowTable } from "../rows/row-table.js";
import { VariableInput } from "../variables/variable-input.js";
import { formatJson, jsonFault } from "../base/json-text.js";

const titles: Readonly<Record<BodyKind, string>> = {
  none: "None",
  json: "JSON",
  text: "Text",
  form: "Form",
  multipart: "Multipart",
  file: "File",
};

function JsonBody() {
  const id = useId();
  const { json } = request.value;
  const fault = jsonFault(json);
  return (
    <div class="field">
      <div class="field-head">
        <label for={id} class="grow">
          JSON
        </label>
        <Button
          look="link"
          disabled={json.trim() === "" || fault !== undefined}
          onClick={() => editRequest({ json: formatJson(json) })}
        >
          Format
        </Button>
      </div>
      <VariableInput
        control={{ id, "aria-invalid": fault !== undefined, "aria-describedby": fault && `${id}-fault` }}
        rows={10}
        value={json}
        onChange={(text) => editRequest({ json: text })}
      />
      <p class="fault small error" id={`${id}-fault`} role="status">
        {fault}
      </p>
    </div>
  );
}

const TextBody = () => (
  <Field label="Text">
    {(control) => (
      <VariableInput
        control={control}
        rows={10}
        value={request.value.text}
        onChange={(text) => editRequest({ text })}
      />
    )}
  </Field>
);

export function BodyEditor() {
  const { bodyKind, form, parts } = request.value;
  return (
    <>
      <Segments
        name="Kind of body"
        choices={bodyKinds.map((kind) => [kind, titles[kind]])}
        value={bodyKind}
        onChange={(kind) => editRequest({ bodyKind: kind })}
      />
      {bodyKind === "none" && <p class="muted">The request has no body.</p>}
      {bodyKind === "json" && <JsonBody />}
      {bodyKind === "text" && <TextBody />}
      {bodyKind === "form" && (
        <RowTable title="Field" rows={form} onChange={(rows) => editRequest({ form: rows })} />
      )}
      {bodyKind === "multipart" && (
        <RowTable title="Part" rows={parts} takesFiles onChange={(rows) => editRequest({ parts: rows })} />
      )}
      {bodyKind === "file" && <RowFile id="body" name="File of the body" />}
      {(bodyKind === "file" || bodyKind === "multipart") && (
        <p class="small muted">Files are kept by this page until it is closed. A reload forgets them.</p>
      )}
    </>
  );
}

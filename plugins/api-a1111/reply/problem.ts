// Errors in the shapes that clients of the web UI know: that of a wrong field, which FastAPI writes, and that of its own errors.

import type { ApiProblem } from "@pictor/kernel/plugin";

/** `detail` is a list for a wrong field, and a text for every other error; `code` is Pictor's. */
export function asWebUiError({ code, title, detail, details }: ApiProblem): unknown {
  const field = details?.["field"];
  if (code === "A1111_FIELD_INVALID" && typeof field === "string") {
    const loc = ["body", ...field.split(".")];
    return { detail: [{ type: "value_error", loc, msg: detail }], code };
  }
  return { error: code, detail, body: "", errors: title, code };
}

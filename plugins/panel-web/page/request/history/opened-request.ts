// Converts a request of the history to one for the editor, and names the values that the history has not kept. Pure.

import type { SentRequestDetails } from "@pictor/client";
import { partsOf, pointerTo } from "../../api/pointers.js";
import { isSame } from "../../saving/unsaved.js";
import { requestDraft, type ImportedRequest } from "../draft/http-request.js";

interface OpenedRequest extends ImportedRequest {
  /** The places whose values have to be typed again, for the user. */
  readonly missing: readonly string[];
}

const authPrefix = "/auth/";

function placeText(pointer: string): string {
  const [part = "", ...names] = partsOf(pointer);
  const name = names.join("/");
  switch (part) {
    case "url":
      return "the address";
    case "headers":
      return name === "" ? "headers" : `the header ${name}`;
    case "auth":
      return name === "" ? "credentials" : `the field ${name} of Auth`;
    default:
      return part === "body" ? "the body" : part;
  }
}

/** The part of an address that chooses the server, which may be a variable. */
const serverOf = (url: string): string =>
  /^\s*(?:[a-z][a-z\d+.-]*:\/\/)?[^/?#]*/i.exec(url)?.[0].trim() ?? "";

/**
 * Credentials that stand in the editor stay there if they are those of the request: for the same server and scheme, and equal
 * in each field that the history has kept. Otherwise a credential could be sent to a server for which it was not typed.
 */
export function openedRequest(
  { request, hidden }: SentRequestDetails,
  { draft: shown, inline: typed }: ImportedRequest,
): OpenedRequest {
  const { draft, inline } = requestDraft(request);
  const { type } = draft.auth;
  const isHidden = (name: string): boolean => hidden.some((pointer) => pointer === pointerTo("/auth", name));
  const known = Object.fromEntries(Object.entries(inline[type] ?? {}).filter(([name]) => !isHidden(name)));
  const fields = typed[type] ?? {};
  const isTyped =
    shown.auth.type === type &&
    shown.auth.profile === undefined &&
    serverOf(shown.url) === serverOf(draft.url) &&
    Object.entries(inline[type] ?? {}).every(([name, value]) =>
      isHidden(name) ? fields[name] !== undefined && fields[name] !== "" : isSame(fields[name], value),
    );
  const missing = hidden.filter((pointer) => !(isTyped && pointer.startsWith(authPrefix))).map(placeText);
  return {
    draft,
    inline: inline[type] === undefined ? {} : { [type]: isTyped ? fields : known },
    missing: [...new Set(missing)],
  };
}

// The request that the user edits, as one record. It contains no files and no credentials, because the browser keeps it.

import type { HttpRequest } from "@pictor/client";
import { filledText, isRecord, recordOrEmpty } from "../../api/guards.js";

/** A row of a table: a header, a field of a form, or a part of a multipart body. */
export interface Row {
  /** Identifies the row in the page. */
  readonly key: string;
  readonly name: string;
  readonly value: string;
  readonly isOn: boolean;
  /** For a part that is a file. The page has the file only while the page is open. */
  readonly isFile?: true;
}

export const bodyKinds = ["none", "json", "text", "form", "multipart", "file"] as const;
export type BodyKind = (typeof bodyKinds)[number];

interface AuthChoice {
  /** Name of a saved profile; absent if the fields belong to this request alone. */
  readonly profile?: string;
  /** Id of the scheme for a request without a profile, or `none`. */
  readonly type: string;
  /** False: the request is sent without credentials, and the fields are kept. */
  readonly isOn: boolean;
}

export interface RequestDraft {
  readonly method: string;
  readonly url: string;
  /** Parts of the query that are switched off, such as `a=1`; the address lacks them. */
  readonly offQuery: readonly string[];
  readonly headers: readonly Row[];
  readonly bodyKind: BodyKind;
  /** The content is kept separately for each kind of body, so that the choice of another kind loses nothing. */
  readonly json: string;
  readonly text: string;
  readonly form: readonly Row[];
  readonly parts: readonly Row[];
  readonly auth: AuthChoice;
  readonly followsRedirects: boolean;
  /** Whether other origins that redirects name get the credentials too. */
  readonly trustsRedirects: boolean;
  /** Statuses of redirects after which a POST stays a POST. */
  readonly keepsPost: readonly PostRedirect[];
  /** What the editor has no field for, such as a time limit: from a curl command, or from the request of another program. */
  readonly extras: RequestExtras;
}

export type RequestExtras = Partial<
  Omit<
    HttpRequest,
    "id" | "method" | "url" | "headers" | "body" | "auth" | "profile" | "confirmsOrigin" | "keepsPost"
  >
>;

type PostRedirect = NonNullable<HttpRequest["keepsPost"]>[number];
export const postRedirects: readonly PostRedirect[] = [301, 302, 303];

export const emptyRequest: RequestDraft = {
  method: "GET",
  url: "",
  offQuery: [],
  headers: [],
  bodyKind: "none",
  json: "",
  text: "",
  form: [],
  parts: [],
  auth: { type: "none", isOn: true },
  followsRedirects: true,
  trustsRedirects: false,
  keepsPost: [],
  extras: {},
};

export const newRow = (name = "", value = ""): Row => ({ key: crypto.randomUUID(), name, value, isOn: true });

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const rowsOf = (value: unknown): readonly Row[] =>
  asList(value)
    .filter(isRecord)
    .map((row) => ({
      ...newRow(filledText(row["name"]), filledText(row["value"])),
      ...(typeof row["key"] === "string" && { key: row["key"] }),
      isOn: row["isOn"] !== false,
      ...(row["isFile"] === true && { isFile: true }),
    }));

/** Returns the members of a draft, kept by the browser, that still have the right form. */
export function acceptRequest(kept: unknown): RequestDraft | undefined {
  if (!isRecord(kept)) return undefined;
  const auth = recordOrEmpty(kept["auth"]);
  return {
    method: filledText(kept["method"]) ?? "GET",
    url: filledText(kept["url"]) ?? "",
    offQuery: asList(kept["offQuery"]).filter((piece) => typeof piece === "string"),
    json: filledText(kept["json"]) ?? "",
    text: filledText(kept["text"]) ?? "",
    headers: rowsOf(kept["headers"]),
    form: rowsOf(kept["form"]),
    parts: rowsOf(kept["parts"]),
    bodyKind: bodyKinds.find((kind) => kind === kept["bodyKind"]) ?? "none",
    auth: {
      ...(typeof auth["profile"] === "string" && { profile: auth["profile"] }),
      type: filledText(auth["type"]) ?? "none",
      isOn: auth["isOn"] !== false,
    },
    followsRedirects: kept["followsRedirects"] !== false,
    // Whether credentials leave their origin is decided anew for each visit of the page.
    trustsRedirects: false,
    keepsPost: postRedirects.filter((status) => asList(kept["keepsPost"]).includes(status)),
    extras: recordOrEmpty(kept["extras"]),
  };
}

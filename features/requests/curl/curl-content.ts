// What a curl command sends: its address with the query, its headers, and its body, with the files that it names.

import { headerValues, type HeaderPair, type RequestBody } from "@pictor/kernel";
import { CurlError } from "./curl-error.js";
import type { CurlFiles } from "./curl-files.js";
import { dataBody, withDataInQuery } from "./data.js";
import { createFormBody } from "./form.js";
import type { CurlCommand } from "./parse-curl.js";

export interface CurlContent {
  readonly url: string;
  readonly headers: readonly HeaderPair[];
  readonly body?: Uint8Array | RequestBody | string;
  /** What is left out or done in another way, as sentences without a value. */
  readonly notes: readonly string[];
}

/**
 * Throws a CurlError for an unreadable file. With `onMissing`, what only such a file has is left out of the body: `onMissing` is
 * called with the name of the part of a form, or with undefined for the whole body.
 */
export function curlContent(
  curl: CurlCommand,
  files: CurlFiles,
  onMissing?: (part: string | undefined) => void,
): CurlContent {
  const { data, separator, isQuery, query, form, headers, notes } = curl;
  const url = withDataInQuery(curl.url, [...(isQuery ? data : []), ...query], files);
  if (form.length > 0) {
    const [type] = headerValues(headers, "Content-Type");
    const made = createFormBody(form, files, { type, ...(onMissing && { onMissing }) });
    const others = headers.filter(([name]) => name.toLowerCase() !== "content-type");
    const all: readonly HeaderPair[] = [...others, ["Content-Type", made.contentType]];
    return { url, headers: all, body: made.body, notes: [...notes, ...made.notes] };
  }
  try {
    return {
      url,
      headers,
      notes,
      ...(data.length > 0 && !isQuery && { body: dataBody(data, separator, files) }),
    };
  } catch (error) {
    if (!(error instanceof CurlError) || error.kind !== "file" || onMissing === undefined) throw error;
    onMissing(undefined);
    return { url, headers, notes };
  }
}

// The body of a reply as text. It is decoded once, and laid out between the frames of the page.

import { useEffect, useMemo, useState } from "preact/hooks";
import { formatJson, layOut } from "../base/json-text.js";

/** Decodes the body with the encoding that the reply names, or with UTF-8 if the browser does not know that encoding. */
export function decodeBody(bytes: Uint8Array, mime = ""): string {
  const [, label = "utf-8"] = /charset\s*=\s*"?([\w-]+)/i.exec(mime) ?? [];
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

export const isImage = (mime = ""): boolean =>
  /^image\/(?:png|jpeg|gif|webp|avif|svg\+xml)\b/i.test(mime.trim());

/** Whether bytes are not a text: they contain a NUL, or many bytes that are not UTF-8. */
export function isBinary(bytes: Uint8Array): boolean {
  const beginning = bytes.subarray(0, 4096);
  if (beginning.includes(0)) return true;
  const wrong = new TextDecoder().decode(beginning).split("\uFFFD").length - 1;
  return wrong > 1 && wrong > beginning.length / 20;
}

/** Whether a text is JSON, by its first character and regardless of its content type. */
const isJson = (text: string): boolean => /^\s*[[{]/.test(text);

const syncLength = 200_000;
const sliceMs = 12;

/** The laid-out text; undefined until it is ready. */
export function usePretty(text: string): string | undefined {
  const short = useMemo(
    () => (!isJson(text) ? text : text.length <= syncLength ? formatJson(text) : undefined),
    [text],
  );
  const [long, setLong] = useState<{ readonly of: string; readonly pretty: string }>();
  useEffect(() => {
    if (short !== undefined) return;
    const parts = layOut(text);
    let pretty = "";
    let timer: ReturnType<typeof setTimeout> | undefined;
    const work = (): void => {
      for (const end = performance.now() + sliceMs; performance.now() < end;) {
        const next = parts.next();
        if (next.done === true) {
          setLong({ of: text, pretty });
          return;
        }
        pretty += next.value;
      }
      timer = setTimeout(work);
    };
    work();
    return () => clearTimeout(timer);
  }, [text]);
  return short ?? (long?.of === text ? long.pretty : undefined);
}

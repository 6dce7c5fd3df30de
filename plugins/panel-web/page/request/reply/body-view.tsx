// The body of a reply: laid out, raw, as bytes, or as an image. The body never becomes a document of this page, so no
// script in it runs.

import { useMemo, useState } from "preact/hooks";
import { useBlobAddress } from "../../parts/blob-address.js";
import { Button, IconButton } from "../../parts/button.js";
import { copyText } from "../../parts/clipboard.js";
import { saveDownload } from "../../parts/download.js";
import { SearchInput } from "../../parts/search-input.js";
import { Segments } from "../../parts/segments.js";
import { decodeBody, isBinary, isImage, usePretty } from "./body-text.js";
import {
  hexLine,
  hexLineCount,
  lastNotAbove,
  lineAt,
  lineStarts,
  matchesOf,
  maxMatches,
  piecesOfLine,
} from "./lines.js";
import { LineViewer } from "./line-viewer.js";
import { wantedInBody } from "./exchange.js";

type Mode = "pretty" | "raw" | "hex" | "image";
const titles: Readonly<Record<Mode, string>> = { pretty: "Pretty", raw: "Raw", hex: "Hex", image: "Image" };

interface BodyViewProps {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly mime: string | undefined;
}

/** `<img>` runs no script of an SVG. */
function ImageBody({ bytes, mime }: { readonly bytes: Uint8Array<ArrayBuffer>; readonly mime: string }) {
  const [isBroken, setBroken] = useState(false);
  const type = mime.split(";", 1)[0]?.trim() ?? "";
  const address = useBlobAddress(useMemo(() => new Blob([bytes], { type }), [bytes, type]));
  if (isBroken) return <p class="muted reply-note">The body is no image that the browser can show.</p>;
  return (
    <div class="image-body center">
      <img src={address} alt="Body of the reply" onError={() => setBroken(true)} />
    </div>
  );
}

function TextBody({ text }: { readonly text: string }) {
  const [columns, setColumns] = useState(80);
  const wanted = wantedInBody.value;
  const [current, setCurrent] = useState(0);
  const starts = useMemo(() => lineStarts(text, columns), [text, columns]);
  const matches = useMemo(() => matchesOf(text, wanted), [text, wanted]);
  const place = matches[current];
  const shown = useMemo(
    () => (place === undefined ? undefined : { line: lastNotAbove(starts.slice(0, -1), place) }),
    [matches, current],
  );
  const step = (by: number): void => {
    if (matches.length > 0) setCurrent((current + by + matches.length) % matches.length);
  };
  const found = { matches, length: wanted.length, current };
  const total = matches.length === maxMatches ? `${maxMatches} or more` : String(matches.length);
  return (
    <>
      <div class="row search-row">
        <SearchInput
          look="grow"
          name="Search in the body"
          value={wanted}
          onText={(typed) => {
            wantedInBody.value = typed;
            setCurrent(0);
          }}
          onEnter={(event) => {
            event.preventDefault();
            step(event.shiftKey ? -1 : 1);
          }}
        />
        {wanted !== "" && (
          <>
            <span class="small muted" role="status">
              {matches.length === 0 ? "No match" : `${current + 1} of ${total}`}
            </span>
            <IconButton icon="up" name="Previous match" onClick={() => step(-1)} />
            <IconButton icon="down" name="Next match" onClick={() => step(1)} />
          </>
        )}
      </div>
      <LineViewer
        name="Body"
        count={starts.length - 1}
        onColumns={setColumns}
        {...(shown !== undefined && { shown })}
      >
        {(index) =>
          piecesOfLine(lineAt(text, starts, index), starts[index] ?? 0, found).map((piece, at) =>
            piece.look === undefined ? (
              piece.text
            ) : (
              <mark key={at} class={piece.look}>
                {piece.text}
              </mark>
            ),
          )
        }
      </LineViewer>
    </>
  );
}

function PrettyBody({ text }: { readonly text: string }) {
  const pretty = usePretty(text);
  return pretty === undefined ? <p class="muted reply-note">Laying out…</p> : <TextBody text={pretty} />;
}

export function BodyView({ bytes, mime = "" }: BodyViewProps) {
  const text = useMemo(() => decodeBody(bytes, mime), [bytes, mime]);
  const modes: readonly Mode[] = isImage(mime) ? ["image", "raw", "hex"] : ["pretty", "raw", "hex"];
  const usual = isImage(mime) ? "image" : isBinary(bytes) ? "hex" : "pretty";
  const [chosen, setChosen] = useState<Mode>();
  const mode = chosen !== undefined && modes.includes(chosen) ? chosen : usual;
  if (bytes.length === 0) return <p class="muted reply-note">The reply has no body.</p>;
  return (
    <div class="body-view stack near">
      <div class="row wrap">
        <Segments
          name="View of the body"
          choices={modes.map((each) => [each, titles[each]])}
          value={mode}
          onChange={setChosen}
        />
        <div class="row at-end">
          {mode !== "image" && (
            <Button look="plain" onClick={() => void copyText(text, "Body")}>
              Copy
            </Button>
          )}
          <Button look="plain" onClick={() => saveDownload(new Blob([bytes]), "body")}>
            Download
          </Button>
        </div>
      </div>
      {mode === "image" && <ImageBody bytes={bytes} mime={mime} />}
      {mode === "pretty" && <PrettyBody text={text} />}
      {mode === "raw" && <TextBody text={text} />}
      {mode === "hex" && (
        <LineViewer name="Bytes of the body" count={hexLineCount(bytes)}>
          {(index) => hexLine(bytes, index)}
        </LineViewer>
      )}
    </div>
  );
}

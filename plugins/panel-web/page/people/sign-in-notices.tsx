// The parts of a sign-in outside the page: the user enters a code on another page, or opens a page. Each notice
// disappears when it is no longer needed.

import type { Question } from "@pictor/client";
import { webAddress } from "../api/guards.js";
import { Button } from "../parts/button.js";
import { copyText } from "../parts/clipboard.js";
import { clockText, now } from "../shell/clock.js";
import { QrCode } from "./qr-code.js";

/** The address as a link that opens in a new tab, or as a text if no browser should open it. */
function PageLink({ url }: { readonly url: string }) {
  const address = webAddress(url);
  if (address === undefined) return <code>{url}</code>;
  return (
    <a
      class="button primary"
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      title={url}
      data-first
    >{`Open ${address.host}`}</a>
  );
}

interface CodeNoticeProps {
  readonly question: Question;
  /** The page that the link and the QR code open. */
  readonly page: string | undefined;
}

export function CodeNotice({ question, page }: CodeNoticeProps) {
  const { code = "", url, expiresAtMs } = question;
  return (
    <div class="row wrap sign-in-code">
      <div class="stack grow">
        <div class="row wrap">
          <code class="code-large">{code}</code>
          <Button onClick={() => void copyText(code, "Code")}>Copy</Button>
        </div>
        {page !== undefined && <PageLink url={page} />}
        {expiresAtMs !== undefined && (
          <p class="small muted">{`Valid for ${clockText(expiresAtMs - now.value)}`}</p>
        )}
      </div>
      {page !== undefined && <QrCode text={page} name={`QR code of ${url ?? page}`} />}
    </div>
  );
}

export function LinkNotice({ question: { url } }: { readonly question: Question }) {
  if (url === undefined) return null;
  return (
    <div class="row wrap">
      <PageLink url={url} />
      <Button onClick={() => void copyText(url, "Address")}>Copy the address</Button>
    </div>
  );
}

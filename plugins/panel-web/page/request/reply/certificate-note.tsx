// Asks whether the certificate of a server is trusted for its origin, though no known authority has signed it.

import { calls } from "../../api/session.js";
import { Button } from "../../parts/button.js";
import { useAttempt } from "../../parts/attempt.js";
import { AttemptNote } from "../../parts/attempt-note.js";
import type { RefusedCertificate } from "./refused-certificate.js";

interface CertificateNoteProps {
  readonly certificate: RefusedCertificate;
  readonly onSend: () => void;
}

export function CertificateNote({ certificate, onSend }: CertificateNoteProps) {
  const { origin, fingerprint, subject, issuer, trusted } = certificate;
  const attempt = useAttempt();
  return (
    <div class="card stack tight" role="group" aria-label="Certificate of the server">
      <p>
        {trusted === undefined
          ? `If this is the right server, its certificate can be trusted for ${origin} alone.`
          : `${origin} had another certificate before. Someone between you and the server may be reading what is sent.`}
      </p>
      <p class="small">{`For ${subject || "an unnamed owner"}, signed by ${issuer || "an unnamed authority"}. SHA-256 fingerprint, to compare with that of the server:`}</p>
      <p class="mono small">
        {fingerprint.split(/(?<=:)/).map((pair, index) => (
          <span key={index}>
            {pair}
            <wbr />
          </span>
        ))}
      </p>
      <AttemptNote of={attempt} />
      <Button
        disabled={attempt.isBusy}
        onClick={() =>
          void attempt.run(async (signal) => {
            await calls().trustCertificate({ body: { origin, fingerprint }, signal });
            onSend();
          })
        }
      >
        Trust it and send again
      </Button>
    </div>
  );
}

// The notes of a job besides its images: its error, a veto, problems, displayed texts.

import type { Job } from "@pictor/client";
import { shownFault, shownProblem } from "../../api/errors.js";
import { filledText } from "../../api/guards.js";
import { Button } from "../../parts/button.js";
import { ErrorNote, ProblemText } from "../../parts/error-note.js";
import { faultFieldsOf, goToField } from "../form/fault-fields.js";
import { nodeTitle } from "../jobs/node-title.js";
import { retry } from "../jobs/actions.js";

function JobError({ job }: { readonly job: Job }) {
  const { error, veto } = job;
  const fields = faultFieldsOf(job);
  const code = error?.code ?? filledText(veto?.["code"]);
  const details = error?.details ?? {};
  const known = shownFault({
    ...(code !== undefined && { code }),
    what: error?.what ?? filledText(veto?.["message"]) ?? "The job was lost.",
    hint: filledText(error?.hint) ?? filledText(veto?.["hint"]) ?? "",
    details: { backend: job.backend, ...details },
  });
  const text = veto === undefined ? known.text : `Refused: ${known.text}`;
  const classType = filledText(details["class"]);
  const node = filledText(details["node"]);
  const place =
    classType === undefined ? node : `${nodeTitle(classType)}${node === undefined ? "" : ` (${node})`}`;
  return (
    <div class="job-error">
      <ErrorNote
        error={{ ...known, text, faults: [] }}
        facts={[place, JSON.stringify({ job: job.id, backend: job.backend, details }, undefined, 1)]}
        onRetry={job.request && (() => void retry(job))}
      >
        {place !== undefined && (
          <p>
            Node: <code>{place}</code>
          </p>
        )}
        {fields.length > 0 && (
          <ul class="stack tight">
            {fields.map(({ pointer, title, message }) => (
              <li key={pointer}>
                <Button
                  look="link"
                  title={`Go to the field ${title}`}
                  onClick={() => goToField(job, pointer)}
                >
                  {title}
                </Button>
                {!message.startsWith(known.text) && ` ${message}`}
              </li>
            ))}
          </ul>
        )}
      </ErrorNote>
    </div>
  );
}

export function JobNotes({ job }: { readonly job: Job }) {
  const failed = job.error !== undefined || job.veto !== undefined || job.state === "lost";
  return (
    <>
      {failed && <JobError job={job} />}
      {job.problems.map((problem, index) => (
        <ProblemText key={index} problem={shownProblem(problem)} />
      ))}
      {job.texts.map(({ node, text }, index) => (
        <figure class="card stack tight" key={index}>
          <figcaption class="label">{`Text of ${node}`}</figcaption>
          <p class="written" dir="auto">
            {text}
          </p>
        </figure>
      ))}
    </>
  );
}

// The stage: the current image of a job, with its progress, its questions and its errors.

import type { ComponentChildren } from "preact";
import { backends } from "../../api/catalog.js";
import { live } from "../../api/session.js";
import { QuestionList } from "../../people/question-list.js";
import { lazy } from "../../parts/lazy.js";
import { currentBackend, currentState } from "../backend/current-backend.js";
import { shownJob } from "../jobs/shown-job.js";
import { Progress } from "./progress.js";

const Picture = lazy(async () => (await import("./picture.js")).Picture);
const JobNotes = lazy(async () => (await import("./job-notes.js")).JobNotes);

function EmptyStage() {
  if (live.value === undefined || backends.state.value.value === undefined)
    return (
      <p class="muted late" role="status">
        Reading the jobs…
      </p>
    );
  if (currentBackend.value === undefined)
    return (
      <div class="stack tight">
        <p>There is no backend yet.</p>
        <p class="muted">
          <a href="#/backends">Add one</a>: a ComfyUI server that is already running, or one that Pictor
          installs. Or run <code>pictor panel</code> without a configuration: it draws images itself.
        </p>
      </div>
    );
  return (
    <div class="stack tight">
      <p>The image appears here.</p>
      <p class="muted">{currentState.value?.info?.notice ?? ""}</p>
    </div>
  );
}

/** `children` are shown below the progress; they are the queue. */
export function Stage({ children }: { readonly children: ComponentChildren }) {
  const job = shownJob.value;
  return (
    <section class="stage stack" aria-labelledby="stage-title">
      <h2 id="stage-title" class="hidden-text">
        Stage
      </h2>
      <QuestionList matches={({ jobId }) => jobId !== undefined} />
      <div class="card stack near stage-card">
        {job === undefined ? (
          <div class="picture-box center">
            <EmptyStage />
          </div>
        ) : (
          <>
            <Picture job={job} />
            <div class="job-notes stack tight">
              <JobNotes job={job} />
            </div>
          </>
        )}
      </div>
      <Progress job={job} />
      {children}
    </section>
  );
}

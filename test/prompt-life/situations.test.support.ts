// All situations of a prompt on a server.

import { cancels } from "./cancels.test.support.js";
import { runs } from "./runs.test.support.js";
import type { Situation } from "./steps.test.support.js";
import { submissions } from "./submissions.test.support.js";

export const situations: readonly Situation[] = [...submissions, ...runs, ...cancels];

// The facets `extensions` and `lifecycle` of a remote server with older generations of its Manager.

import { describeManager } from "../remote-extensions-suite.test.support.js";

(["3.x-get", "4.x-legacy"] as const).forEach(describeManager);

// The facets `extensions` and `lifecycle` of a remote server with a Manager of an older generation.

import { describeManager } from "../remote-extensions-suite.test.support.js";

(["3.x-get", "4.x-legacy"] as const).forEach(describeManager);

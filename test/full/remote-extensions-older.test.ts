// The facets extensions and lifecycle of a remote server whose Manager is of an older generation.

import { aManagerOf } from "../remote-extensions-suite.test.support.js";

(["3.x-get", "4.x-legacy"] as const).forEach(aManagerOf);

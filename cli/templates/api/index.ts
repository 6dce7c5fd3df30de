// Wires the API: the function that answers its requests.

import { definePlugin } from "@pictor/kernel/plugin";
import { answer } from "./answer.ts";

export default definePlugin(() => ({ provides: { apis: { acme: { fetch: answer } } } }));

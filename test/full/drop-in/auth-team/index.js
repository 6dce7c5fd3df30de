// A drop-in as a team would write it: plain JavaScript, no package.json, no installed package.

import { setHeader } from "@pictor/kernel/plugin";

const addTeam = (request) => setHeader(request, "X-Team", request.auth.settings.team);

const status = ({ settings }) =>
  settings.team ? { state: "ready" } : { state: "missing", fields: ["team"] };

export default () => ({ handlers: { addTeam }, provides: { authSchemes: { team: { status } } } });

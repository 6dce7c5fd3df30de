// A drop-in as a team would write it: plain JavaScript, no package.json, no import.

const addTeam = (request) => ({
  ...request,
  headers: [...request.headers, ["X-Team", request.auth.settings.team]],
});

const status = ({ settings }) =>
  settings.team ? { state: "ready" } : { state: "missing", fields: ["team"] };

export default () => ({ handlers: { addTeam }, provides: { authSchemes: { team: { status } } } });

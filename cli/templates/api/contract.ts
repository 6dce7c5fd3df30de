// The requests that `pictor plugins test` sends, and what the local API answers meanwhile.

const workflows = { body: '{ "workflows": [{ "id": "txt2img" }] }' };

export default {
  apis: {
    acme: {
      requests: [{ path: "/acme/workflows" }, { path: "/acme/unknown", status: 404 }],
      pages: { "/v1/workflows": workflows },
    },
  },
};

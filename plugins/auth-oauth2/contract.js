// The samples with which `pictor plugins test` checks this plugin.

/** Each request gets another token. */
const newToken = (before) => ({
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ access_token: `token-number-${before}`, token_type: "Bearer", expires_in: 3600 }),
});

export default {
  authSchemes: {
    oauth2: {
      settings: { grantType: "client_credentials", clientId: "painters", tokenUrl: "{{origin}}/token" },
      challenge: { "www-authenticate": 'Bearer error="invalid_token"' },
      pages: { "/token": newToken },
    },
  },
};

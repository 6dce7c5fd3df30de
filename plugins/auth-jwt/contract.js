// The samples with which `pictor plugins test` checks this plugin.

export default {
  authSchemes: {
    jwt: {
      settings: { algorithm: "HS256" },
      challenge: { "www-authenticate": 'Bearer error="invalid_token"' },
    },
  },
};

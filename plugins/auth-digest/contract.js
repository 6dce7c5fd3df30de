// The samples with which `pictor plugins test` checks this plugin.

export default {
  authSchemes: {
    digest: {
      challenge: {
        "www-authenticate":
          'Digest realm="pictures", nonce="7ypf/xlj9XXwfDPE", qop="auth", algorithm=SHA-256',
      },
    },
  },
};

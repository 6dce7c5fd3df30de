// The samples with which `pictor plugins test` checks this plugin.

export default {
  authSchemes: { "aws-sigv4": { settings: { region: "eu-central-1", service: "execute-api" } } },
};

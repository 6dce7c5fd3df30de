// Nothing: those who load this package find that it is absent, and go on without it.
module.exports = undefined;

// Replaces packages that a bundled library requires but never uses here; see `NOT_NEEDED` in build.mjs.
module.exports = () => true;

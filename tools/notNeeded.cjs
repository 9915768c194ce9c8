// Stands in for packages that a bundled library requires, and that it never uses here; see `NOT_NEEDED` in build.mjs.
module.exports = () => true;

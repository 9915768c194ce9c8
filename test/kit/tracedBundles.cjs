// node --require tracedBundles.cjs SCRIPT
// Writes a line to stderr for each of our bundles that is loaded, and for each thread that is started, whose bundles are traced, too.
const Module = require('node:module');
const path = require('node:path');
const { isMainThread } = require('node:worker_threads');

const load = Module._extensions['.js'];
Module._extensions['.js'] = (module, file) => {
  process.stderr.write(`loads ${path.basename(file)}${isMainThread ? '' : ' in a thread'}\n`);
  return load(module, file);
};
process.on('worker', () => process.stderr.write('starts a thread\n'));

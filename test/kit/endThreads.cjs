// node --require endThreads.cjs SCRIPT
// Ends each worker thread at the hundredth file that it opens.
const fs = require('node:fs');
const { isMainThread } = require('node:worker_threads');

if (!isMainThread) {
  const open = fs.openSync;
  let opened = 0;
  fs.openSync = (...args) => {
    if (++opened === 100) process.exit(7);
    return open(...args);
  };
}

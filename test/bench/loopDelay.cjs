// Loaded into a server before its own code: says on standard error, when told to by a signal, how long its main thread
// was last away at most, in milliseconds, since it was asked before.
const { isMainThread } = require('node:worker_threads');
const { monitorEventLoopDelay } = require('node:perf_hooks');

if (isMainThread) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  process.on('SIGUSR2', () => {
    process.stderr.write(`loop-delay ${delay.max / 1e6}\n`);
    delay.reset();
  });
}

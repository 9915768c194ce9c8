import { getEnvironmentData } from 'node:worker_threads';
import { setTranslation, TRANSLATION } from '../shared/l10n';
import { cacheCompiledCode } from '../workspace/cacheCompiledCode';

// Starts a worker thread, either of the language server or of the command `check`. The thread's code is in the bundles of these two, so
// that the package contains it only once.
const [, , version, task] = process.argv;
if (version !== undefined) cacheCompiledCode(__dirname, version, { writes: false });
setTranslation(getEnvironmentData(TRANSLATION));
if (task === 'check') require('./check.js').runThread();
else void import('./serveInNode.js').then(({ workerMain }) => workerMain());

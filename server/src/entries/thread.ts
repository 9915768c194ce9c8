import { getEnvironmentData } from 'node:worker_threads';
import { setTranslation, TRANSLATION } from '../shared/l10n';
import { cacheCompiledCode } from '../workspace/cacheCompiledCode';

// The script of the worker threads, of the server and of a check. Their code is in the bundles of those, so that it is packaged only once.
const [, , version, task] = process.argv;
if (version !== undefined) cacheCompiledCode(__dirname, version, { writes: false });
setTranslation(getEnvironmentData(TRANSLATION));
if (task === 'check') require('./check.js').runThread();
else void import('./serveInNode.js').then(({ workerMain }) => workerMain());

import { getEnvironmentData } from 'node:worker_threads';
import { setTranslation, TRANSLATION } from '../shared/l10n';
import { keepCompiledCode } from '../workspace/keepCompiledCode';

// The script of the server's worker threads. Their code is in the server's bundle, so that it is packaged only once.
const [, , version] = process.argv;
if (version !== undefined) keepCompiledCode(__dirname, version, { writes: false });
setTranslation(getEnvironmentData(TRANSLATION));
void import('./serveInNode.js').then(({ workerMain }) => workerMain());

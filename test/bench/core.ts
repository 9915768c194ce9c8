/** The server's core, bundled for the benchmarks that run in one process. */
export { analyse } from '../../server/src/analysis/analyse';
export { families } from '../../server/src/families';
export { diagnostics } from '../../server/src/features/diagnostics';
export { edited, sourceFile } from '../../server/src/text/lines';

// The script of the server's worker threads. Their code is in the server's bundle, so that it is packaged only once.
void import('./connection.js').then(({ workerMain }) => workerMain());

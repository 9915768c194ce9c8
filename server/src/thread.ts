// What a thread of the server is started with. Its code is that of the server: one bundle serves both, so that it is packed once.
void import('./connection.js').then(({ workerMain }) => workerMain());

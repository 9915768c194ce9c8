/** Why a source can't be read, in one line for users: what, where, and how to go on. Contains no credentials. */
export class SourceError extends Error {}

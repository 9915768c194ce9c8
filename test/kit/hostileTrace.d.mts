/** Writes hostile files into a folder. */
export function writeHostileTrace(folder: string): void;

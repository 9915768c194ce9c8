import { plain } from '../features/runs/treeNodeTexts';

/**
 * The error for a trace store or another source of runs that can't be read. Its message is one line for users, and says what failed, where, and
 * how to go on. Contains no credentials.
 */
export class SourceError extends Error {
  /** @param text may contain names that a server chose */
  constructor(text: string) {
    super(plain(text, LONGEST));
  }
}

const LONGEST = 600;

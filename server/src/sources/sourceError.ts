import { plain } from '../features/runs/treeNodeTexts';

/** Says why a source can't be read, in one line for users: what, where, and how to go on. Contains no credentials. */
export class SourceError extends Error {
  /** @param text may contain names that a server chose */
  constructor(text: string) {
    super(plain(text, LONGEST));
  }
}

const LONGEST = 600;

import type { RefactoringKind } from '../../shared/protocol';

// The names of refactorings, as an editor asks for them. The answer to its first question has them too: no code is imported here.

/** An envelope as one of another kind. */
export const REWRITE = 'refactor.rewrite.agentEnvelopes' satisfies RefactoringKind;
/** A file of envelopes: a log as an array, an array as a log. */
export const CONVERT_LOG = `${REWRITE}.log` satisfies RefactoringKind;
/** An envelope into a file of its own. */
export const EXTRACT = 'refactor.extract.agentEnvelopes' satisfies RefactoringKind;
/** An envelope to the end of a log. */
export const MOVE = 'refactor.move.agentEnvelopes' satisfies RefactoringKind;

/** The command of the server that says what came of a refactoring, and shows a file that it made. */
export const SHOW_MESSAGE_COMMAND = 'agentEnvelopes.tell';

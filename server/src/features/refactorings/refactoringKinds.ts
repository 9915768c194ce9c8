import type { RefactoringKind } from '../../shared/lspExtensions';

// The LSP kinds of code actions that refactor envelopes. The server's answer to `initialize` lists them before most of its code is loaded, so
// this module imports none.

/** The LSP kind of code actions that rewrite an envelope, for example as an envelope of another kind. */
export const REWRITE = 'refactor.rewrite.agentEnvelopes' satisfies RefactoringKind;
/** Converts a log to an array, or an array to a log. */
export const CONVERT_LOG = `${REWRITE}.log` satisfies RefactoringKind;
/** Moves an envelope to its own file. */
export const EXTRACT = 'refactor.extract.agentEnvelopes' satisfies RefactoringKind;
/** Appends an envelope to a log. */
export const MOVE = 'refactor.move.agentEnvelopes' satisfies RefactoringKind;

/** The server command that applies an edit, for clients that take commands in place of code actions. */
export const APPLY_EDIT_COMMAND = 'agentEnvelopes.applyEdit';

/** The server command that reports the result of a refactoring, and shows a file that it created. */
export const SHOW_MESSAGE_COMMAND = 'agentEnvelopes.tell';

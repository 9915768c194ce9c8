import type { Context } from '../../analysis/analyse';
import type { Workspace } from '../../model/disk';
import type { EditingClient } from './workspaceEdit';

/** What a refactoring needs besides the file. */
export interface RefactoringContext {
  context: Context;
  workspace: Workspace;
  client: EditingClient;
  /** The time, in ISO 8601. */
  now: string;
}

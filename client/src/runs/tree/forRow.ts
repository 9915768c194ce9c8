import { showInformation } from '../../messages/notify';

/**
 * A command that is in the menu of a tree's rows. VS Code passes undefined for a row that is just being drawn anew, as it does while
 * agents write; the command then does nothing and says so, since its other ways to find a run would lead to another one.
 */
export function forRow<Args extends unknown[]>(run: (...args: Args) => unknown): (...args: Args) => unknown {
  return (...args) => {
    // Without any argument it was called elsewhere: in the palette, or by a key.
    const isRowLost = args.length > 0 && args[0] === undefined;
    return isRowLost ? void showInformation(LOST) : run(...args);
  };
}

const LOST = 'The list changed. Try again.';

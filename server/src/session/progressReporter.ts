/** A progress indicator in the editor: the part of the language server library's that is used. */
export interface ProgressHandle {
  begin(title: string, percentage?: number, message?: string, cancellable?: boolean): void;
  report(message: string): void;
  done(): void;
  token: { onCancellationRequested(listener: () => void): unknown };
}

// Milliseconds: for shorter work the indicator would only flicker.
const DELAY = 400;

/**
 * Shows progress in the editor while work goes on, if it takes a while.
 *
 * @param make creates the indicator; undefined where the editor can't show one
 */
export function progressReporter(title: string, make: (() => Promise<ProgressHandle>) | undefined, cancel: () => void) {
  let timer: NodeJS.Timeout | undefined;
  let shown: Promise<ProgressHandle | undefined> | undefined;

  async function show(message: string): Promise<ProgressHandle | undefined> {
    const made = await make?.().catch(() => undefined);
    made?.begin(title, undefined, message, true);
    made?.token.onCancellationRequested(cancel);
    return made;
  }

  return (goesOn: boolean, message: string): void => {
    if (goesOn && shown) void shown.then(one => one?.report(message));
    else if (goesOn) {
      timer ??= setTimeout(() => {
        shown = show(message);
      }, DELAY);
    } else {
      clearTimeout(timer);
      timer = undefined;
      void shown?.then(one => one?.done());
      shown = undefined;
    }
  };
}

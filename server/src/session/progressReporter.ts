/** A progress that an editor shows; of the language server library's no more than is used. */
export interface ProgressHandle {
  begin(title: string, percentage?: number, message?: string, cancellable?: boolean): void;
  report(message: string): void;
  done(): void;
  token: { onCancellationRequested(listener: () => void): unknown };
}

// What is done sooner needs no progress: it would only flicker. In milliseconds.
const PATIENCE = 400;

/**
 * Shows that something goes on, for as long as it does and if it takes a while.
 *
 * @param make asks the editor for a progress; undefined where it can't show any
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
      }, PATIENCE);
    } else {
      clearTimeout(timer);
      timer = undefined;
      void shown?.then(one => one?.done());
      shown = undefined;
    }
  };
}

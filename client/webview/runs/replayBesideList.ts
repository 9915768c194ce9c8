import { t } from '../../../server/src/shared/l10n';
import type { ExtensionMessage, PageState } from '../../../server/src/shared/pageMessages';
import { REPLAY_QUESTIONS } from '../../../server/src/shared/replay/index';
import { nullable } from '../../../server/src/shared/validateShape';
import { download, type Host } from '../selectHost';
import type { RunsClient } from './runsClient';
import { type RunUrlHash, runHash } from './runUrlHash';

/** Replays workflow runs on the page that lists them: functions to open a run, and to leave it. */
export interface ReplayBesideList {
  host: Host;
  /** Shows a run, as the address says. */
  show(address: RunUrlHash & { run: string }): void;
  /** Hides the replay page, since the list is shown. */
  leave(): void;
  /** Tells the replay page that runs changed. */
  changed(): void;
}

interface ReplayBesideOptions {
  /** Called with the title of the run that is shown. */
  onTitle(title: string): void;
  /** Called with a message for the user. */
  onFault(text: string): void;
}

type Message = Exclude<ExtensionMessage, { type: 'answer' | 'failed' }>;

/** Connects the replay page to the answers of a client, and its step to the address. */
export function replayBesideList(client: RunsClient, { onTitle, onFault }: ReplayBesideOptions): ReplayBesideList {
  const listeners: ((message: Message) => void)[] = [];
  const states = new Map<string, PageState>();
  let run: string | undefined;
  let pending: Message[] = [];
  /** The run that the page shows, and the words to search the next one for. */
  let shown: string | undefined;
  let sought: string | undefined;
  let writing: ReturnType<typeof setTimeout> | undefined;
  const tell = (message: Message) => {
    // The page may not listen yet.
    if (listeners.length === 0) pending.push(message);
    for (const listener of listeners) listener(message);
  };

  // Told earlier, the words would be replaced by those that the page restores with the run.
  const tellSought = () => {
    if (sought !== undefined) tell({ type: 'find', query: sought });
    sought = undefined;
  };

  async function ask(question: Parameters<Host['ask']>[0], params: object): Promise<unknown> {
    if (run === undefined) throw new Error(GONE);
    const value = await client.ask('replay', { run, question, params: { ...params } });
    if (value === null && REPLAY_QUESTIONS[question].answer !== nullable) throw new Error(await goneText());
    return value;
  }

  // A page that is loaded again has no files, only the address.
  async function goneText(): Promise<string> {
    const isEmpty = client.files && (await client.ask('state', {})).places.length === 0;
    return isEmpty ? NOT_GIVEN : GONE;
  }

  return {
    host: {
      is: 'browser',
      ask: ask as Host['ask'],
      send(message) {
        if (run === undefined) return;
        switch (message.type) {
          case 'at': {
            shown = run;
            tellSought();
            const address = runHash({ run, step: message.step });
            // Some browsers reject frequent changes.
            clearTimeout(writing);
            writing = setTimeout(() => history.replaceState(undefined, '', address), SETTLED);
            break;
          }
          case 'copy':
            void navigator.clipboard?.writeText(message.text);
            break;
          case 'copyLink':
            void navigator.clipboard?.writeText(
              `${location.href.replace(/#.*$/s, '')}${runHash({ run, step: message.step })}`,
            );
            break;
          case 'openRun':
            location.hash = runHash({ run: message.run });
            break;
          case 'save':
            void ask('export', { format: message.format, redaction: message.redaction }).then(
              exported => download(exported as { text: string; name: string }),
              (error: Error) => onFault(error.message),
            );
        }
      },
      listen(listener) {
        listeners.push(listener);
        const waiting = pending;
        pending = [];
        queueMicrotask(() => {
          for (const message of waiting) listener(message);
        });
      },
      loadState: () => (run === undefined ? undefined : states.get(run)),
      saveState(state) {
        states.set(state.run, state);
      },
    },
    show({ run: wanted, step, find }) {
      clearTimeout(writing);
      run = wanted;
      tell({ type: 'show', run, ...(step !== undefined && { step }) });
      sought = find;
      if (shown === run) tellSought();
      else shown = undefined;
      void ask('overview', {}).then(
        overview => run === wanted && onTitle((overview as { run: { title: string } }).run.title),
        () => {},
      );
    },
    leave() {
      clearTimeout(writing);
      run = undefined;
      shown = undefined;
      tell({ type: 'nothing', text: '' });
    },
    changed() {
      if (run !== undefined) tell({ type: 'changed' });
    },
  };
}

const GONE = t`This run no longer exists: its files were deleted or have other content now.`;
const NOT_GIVEN = t`A page keeps no files: this run is shown again at this step once the files that it was in are dropped here again.`;
/** Milliseconds at a step until it is written to the address. */
const SETTLED = 300;

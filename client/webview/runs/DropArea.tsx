import { signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../../../server/src/shared/l10n';
import { errorText } from '../../../server/src/shared/shownText';
import { Icon } from '../ui/Icon';
import { droppedFiles, type NamedFile, namedFiles } from './droppedFiles';
import { isRun, type RunsClient } from './runsClient';
import { readHash, runHash } from './runUrlHash';
import './DropArea.css';

/**
 * The reason why the files that the user dropped last were not read. All drop areas share it: once the page has runs, the area in its header
 * replaces the area that stood alone, and has to show the reason.
 */
const fault = signal<string | undefined>(undefined);

/**
 * The area of the runs page onto which the user drops files and folders, or chooses them in a dialog. A drop anywhere on the page is accepted.
 *
 * @param isAlone whether the page shows nothing besides this area; then the buttons say "Choose" instead of "Add"
 */
export function DropArea({ client, isAlone = false }: { client: RunsClient; isAlone?: boolean }) {
  const isOver = useSignal(false);
  const input = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);

  const take = async (read: Promise<NamedFile[]>) => {
    fault.value = undefined;
    // The URL may be a bookmark of a run whose files the page has not been given yet.
    const { run } = readHash(location.hash);
    const isAwaited = run !== undefined && !(await isRun(client, run));
    try {
      await client.files?.add(await read);
    } catch (error) {
      fault.value = errorText(error);
    }
    if (isAwaited && (await isRun(client, run))) window.dispatchEvent(new Event('hashchange'));
    // Returns to the list if a run is open.
    else if (fault.value === undefined) location.hash = runHash({});
  };

  useEffect(() => {
    const over = (event: DragEvent) => {
      event.preventDefault();
      isOver.value = true;
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) isOver.value = false;
    };
    const drop = (event: DragEvent) => {
      event.preventDefault();
      isOver.value = false;
      if (event.dataTransfer) void take(droppedFiles(event.dataTransfer));
    };
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, []);

  const choose = (element: HTMLInputElement) => {
    void take(Promise.resolve(namedFiles(element.files)));
    // The same files may be chosen again.
    element.value = '';
  };
  const buttons = (
    <span class="drop-buttons">
      <button type="button" class={isAlone ? 'button' : 'button secondary'} onClick={() => input.current?.click()}>
        {isAlone ? t`Choose Files…` : t`Add Files…`}
      </button>
      <button type="button" class="button secondary" onClick={() => folder.current?.click()}>
        {isAlone ? t`Choose a Folder…` : t`Add a Folder…`}
      </button>
      <input ref={input} type="file" multiple hidden data-testid="files" onChange={e => choose(e.currentTarget)} />
      <input
        ref={folder}
        type="file"
        hidden
        data-testid="folder"
        {...{ webkitdirectory: true }}
        onChange={e => choose(e.currentTarget)}
      />
    </span>
  );
  const message = fault.value !== undefined && (
    <p role="alert" class="runs-fault">
      {fault.value}
    </p>
  );
  if (!isAlone) {
    return (
      <>
        {buttons}
        {message}
        {isOver.value && <div class="drop-over" aria-hidden="true" />}
      </>
    );
  }
  return (
    <main class={isOver.value ? 'drop-area over' : 'drop-area'} data-testid="drop">
      <Icon name="list-tree" />
      <h1>{t`Drop files or a folder with runs of agents`}</h1>
      <p class="quiet">
        {t`Logs, traces and sessions: JSON, JSON Lines, YAML and Markdown. They are read in this browser, and sent nowhere. Packed logs of Inspect (.eval) need "agent-envelopes serve", or an editor.`}
      </p>
      {buttons}
      {message}
    </main>
  );
}

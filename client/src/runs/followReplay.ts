import { Disposable, type LogOutputChannel } from 'vscode';
import { throttle } from '../debounce';
import type { ShownStep } from '../replay/page/replayServices';
import type { RunsTree } from './runsTree';
import type { StateTree } from './stateTree';

/** Shows the run of an open replay in both trees; its step only while the tree of runs is visible. */
export interface FollowReplay extends Disposable {
  follow(shown: ShownStep): void;
}

export function followReplay(tree: RunsTree, state: StateTree, log: LogOutputChannel): FollowReplay {
  let shown: ShownStep | undefined;
  let followed: ShownStep | undefined;
  const update = async () => {
    if (!shown?.isOpen() || shown === followed) return;
    const { run, step, isOpen } = shown;
    const isOtherRun = run !== followed?.run || !followed.isOpen();
    followed = shown;
    if (isOtherRun) {
      const label = await tree.labelOf(run);
      if (!isOpen()) return;
      if (label !== undefined) state.chooseRun({ run, label });
    }
    if (tree.view.visible)
      await tree.show({ run, ...(step !== undefined && { step }) }, { focus: false, isWanted: isOpen });
    else followed = { run, step: undefined, isOpen };
  };
  // Playback takes many steps per second.
  const scheduleUpdate = throttle(200, 50, () => {
    update().catch(error => log.warn(`The replay could not be followed: ${error}`));
  });
  const visibility = tree.view.onDidChangeVisibility(() => scheduleUpdate());
  const disposables = Disposable.from(scheduleUpdate, visibility);
  return {
    follow(next) {
      if (shown?.isOpen() && next.run === shown.run && next.step === shown.step) return;
      shown = next;
      scheduleUpdate();
    },
    dispose: () => disposables.dispose(),
  };
}

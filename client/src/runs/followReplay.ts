import { Disposable, type LogOutputChannel } from 'vscode';
import { throttle } from '../debounce';
import type { ShownStep } from '../replay/page/replayServices';
import type { RunsTree } from './runsTree';
import type { StateTree } from './stateTree';

/** Shows a replay's run in the tree and in the state, and its step where the tree is visible. */
export interface FollowReplay extends Disposable {
  follow(shown: ShownStep): void;
}

export function followReplay(tree: RunsTree, state: StateTree, log: LogOutputChannel): FollowReplay {
  let shown: ShownStep | undefined;
  let followed: ShownStep | undefined;
  const look = async () => {
    if (!shown || shown === followed) return;
    const { run, step } = shown;
    const isOther = run !== followed?.run;
    followed = shown;
    if (isOther) {
      const label = await tree.labelOf(run);
      if (label !== undefined) state.chooseRun({ run, label });
    }
    if (tree.view.visible) await tree.show({ run, ...(step !== undefined && { step }) }, { focus: false });
    else followed = { run, step: undefined };
  };
  // Playback takes many steps per second.
  const soon = throttle(200, 50, () => {
    look().catch(error => log.warn(`The replay could not be followed: ${error}`));
  });
  const seen = tree.view.onDidChangeVisibility(() => soon());
  const parts = Disposable.from(soon, seen);
  return {
    follow(next) {
      if (next.run === shown?.run && next.step === shown.step) return;
      shown = next;
      soon();
    },
    dispose: () => parts.dispose(),
  };
}

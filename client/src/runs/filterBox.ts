import { commands, window } from 'vscode';
import { settled } from './delayed';
import { VIEW } from './runsTree';
import type { ViewState } from './viewState';

/** Asks for a filter, and shows at every key what it leaves. Enter keeps it, Escape brings the earlier one back. */
export async function askForFilter(state: ViewState): Promise<void> {
  await commands.executeCommand(`${VIEW}.focus`);
  const before = state.view.filter;
  const box = window.createInputBox();
  box.title = 'Filter Runs';
  box.placeholder = 'wf_abc123 status:failed agent:vision';
  box.prompt = 'Words of a run, and agent:, status:, rule:, path: or family: with a value.';
  box.value = before;
  // The tree can be looked through meanwhile.
  box.ignoreFocusOut = true;
  const apply = (filter: string) => {
    if (filter !== state.view.filter) state.change({ filter });
  };
  const soon = settled(100, () => apply(box.value.trim()));
  let kept = false;
  box.onDidChangeValue(soon);
  box.onDidAccept(() => {
    kept = true;
    box.hide();
  });
  box.onDidHide(() => {
    soon.dispose();
    apply(kept ? box.value.trim() : before);
    box.dispose();
  });
  box.show();
}

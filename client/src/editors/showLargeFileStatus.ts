import { Disposable, StatusBarAlignment, TabInputText, type Uri, window, workspace } from 'vscode';
import { createStatusItem } from '../messages/notify';

/** Shows in the status bar that the active text is too large to be checked in the editor. */
export function showLargeFileStatus(): Disposable {
  const item = createStatusItem('agentEnvelopes.large', StatusBarAlignment.Right, {
    name: 'Agent Envelopes: Large File',
    icon: 'info',
    text: 'Text Not Checked',
    tooltip:
      'VS Code gives no file above 50 MB to extensions: it is not checked or completed here. Problems, Workflow Runs and replays are read from the saved file.',
  });
  let shown: Uri | undefined;
  const update = async () => {
    const { input } = window.tabGroups.activeTabGroup.activeTab ?? {};
    const uri =
      input instanceof TabInputText && /\.(json|jsonc|jsonl|ndjson|traj|md)$/i.test(input.uri.path)
        ? input.uri
        : undefined;
    shown = uri;
    const isLarge = uri !== undefined && (await fileSize(uri)) > MAX_SIZE;
    // Another editor became active in the meantime.
    if (shown !== uri) return;
    if (isLarge) item.show();
    else item.hide();
  };
  void update();
  return Disposable.from(
    item,
    window.tabGroups.onDidChangeTabs(() => update()),
    window.tabGroups.onDidChangeTabGroups(() => update()),
  );
}

const MAX_SIZE = 50 * 1024 * 1024;

async function fileSize(uri: Uri): Promise<number> {
  try {
    return (await workspace.fs.stat(uri)).size;
  } catch {
    return 0; // Not saved yet, or deleted.
  }
}

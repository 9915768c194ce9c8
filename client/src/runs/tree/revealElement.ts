import type { TreeView } from 'vscode';
import type { TreeElement } from './treeElement';

/**
 * Expands a tree to a node and selects it. VS Code silently drops a reveal while the tree is redrawn or first opened;
 * so this checks whether it is done, and retries, as long as it is wanted.
 */
export async function revealElement(
  view: TreeView<TreeElement>,
  branch: TreeElement,
  focus: boolean,
  wanted = () => true,
): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS && wanted(); attempt++) {
    try {
      await view.reveal(branch, { select: true, focus });
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
    }
    if (await isSelected(view, branch)) return;
  }
}

const ATTEMPTS = 5;
const PATIENCE = 500;

function isSelected(view: TreeView<TreeElement>, { key }: TreeElement): Promise<boolean> {
  const selected = () => view.selection.some(branch => branch.key === key);
  if (selected()) return Promise.resolve(true);
  return new Promise(resolve => {
    const done = () => {
      clearTimeout(timer);
      listener.dispose();
      resolve(selected());
    };
    const timer = setTimeout(done, PATIENCE);
    const listener = view.onDidChangeSelection(() => {
      if (selected()) done();
    });
  });
}

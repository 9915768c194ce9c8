import type { TreeView } from 'vscode';
import type { TreeElement } from './treeElement';

/**
 * Opens a tree down to a node and selects it. VS Code forgets a reveal that comes while the tree is drawn anew or opened for
 * the first time, without a word; so this looks whether it is done, and asks again, as long as it is wanted.
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

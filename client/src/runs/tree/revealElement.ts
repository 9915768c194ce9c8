import type { TreeView } from 'vscode';
import type { TreeElement } from './treeElement';

/**
 * Expands a tree to a node and selects it. VS Code silently drops a reveal while the tree is redrawn or first opened, so
 * this checks the selection, and retries as long as the reveal is current.
 */
export async function revealElement(
  view: TreeView<TreeElement>,
  element: TreeElement,
  focus: boolean,
  isCurrent = () => true,
): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS && isCurrent(); attempt++) {
    try {
      await view.reveal(element, { select: true, focus });
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
    }
    if (await isSelected(view, element)) return;
  }
}

const ATTEMPTS = 5;
const TIMEOUT = 500;

function isSelected(view: TreeView<TreeElement>, { key }: TreeElement): Promise<boolean> {
  const selected = () => view.selection.some(element => element.key === key);
  if (selected()) return Promise.resolve(true);
  return new Promise(resolve => {
    const done = () => {
      clearTimeout(timer);
      listener.dispose();
      resolve(selected());
    };
    const timer = setTimeout(done, TIMEOUT);
    const listener = view.onDidChangeSelection(() => {
      if (selected()) done();
    });
  });
}

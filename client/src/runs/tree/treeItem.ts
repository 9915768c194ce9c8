import { type Command, MarkdownString, ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState } from 'vscode';
import type { TreeNode } from '../../../../server/src/shared/protocol';
import { type ClickTarget, nodePresentation } from './nodePresentation';
import { decorationUri } from './outcomeDecorations';
import type { TreeElement } from './treeElement';

/** A node as VS Code's tree item. */
export function treeItemOf(element: TreeElement): TreeItem {
  const { node, key } = element;
  const presentation = nodePresentation(node);
  const item = new TreeItem(node.label, COLLAPSIBLE[node.opens]);
  item.id = key;
  item.description = presentation.description;
  item.contextValue = presentation.context;
  item.accessibilityInformation = { label: presentation.aloud };
  item.tooltip = tooltipOf(node);
  if (node.icon) item.iconPath = iconOf(node.icon);
  const decoration = decorationUri(node);
  if (decoration) item.resourceUri = decoration;
  if (presentation.click) item.command = CLICKS[presentation.click](element);
  return item;
}

const COLLAPSIBLE: Record<TreeNode['opens'], TreeItemCollapsibleState> = {
  no: TreeItemCollapsibleState.None,
  closed: TreeItemCollapsibleState.Collapsed,
  open: TreeItemCollapsibleState.Expanded,
};

// The commands of a click on a node. No menu contains them.
const CLICKS: Record<ClickTarget, (element: TreeElement) => Command> = {
  more: element => ({ command: 'agentEnvelopes.runs.more', title: 'Show More', arguments: [element] }),
  file: element => ({ command: 'agentEnvelopes.runs.previewFile', title: 'Open File', arguments: [element] }),
  place: element => ({ command: 'agentEnvelopes.runs.previewSource', title: 'Open Source', arguments: [element] }),
};

// Always sets a tooltip: without one, VS Code would show the decoration URI of a node with problems.
function tooltipOf({ label, tooltip }: TreeNode): MarkdownString | string {
  if (tooltip === undefined) return label;
  const markdown = new MarkdownString(tooltip, true);
  markdown.isTrusted = false;
  return markdown;
}

function iconOf({ id, color }: NonNullable<TreeNode['icon']>): ThemeIcon {
  return new ThemeIcon(id, color === undefined ? undefined : new ThemeColor(color));
}

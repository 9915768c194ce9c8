import { type Command, MarkdownString, ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState } from 'vscode';
import type { TreeNode } from '../../../../server/src/shared/protocol';
import { type ClickTarget, nodePresentation } from './nodePresentation';
import { decorationUri } from './outcomeDecorations';
import type { TreeElement } from './treeElement';

/** A node as VS Code's tree item. */
export function treeItemOf(branch: TreeElement): TreeItem {
  const { node, key } = branch;
  const look = nodePresentation(node);
  const item = new TreeItem(node.label, COLLAPSIBLE[node.opens]);
  item.id = key;
  item.description = look.description;
  item.contextValue = look.context;
  item.accessibilityInformation = { label: look.aloud };
  item.tooltip = tooltipOf(node);
  if (node.icon) item.iconPath = iconOf(node.icon);
  const decoration = decorationUri(node);
  if (decoration) item.resourceUri = decoration;
  if (look.click) item.command = CLICKS[look.click](branch);
  return item;
}

const COLLAPSIBLE: Record<TreeNode['opens'], TreeItemCollapsibleState> = {
  no: TreeItemCollapsibleState.None,
  closed: TreeItemCollapsibleState.Collapsed,
  open: TreeItemCollapsibleState.Expanded,
};

// Internal commands of nodes: no menu has them.
const CLICKS: Record<ClickTarget, (branch: TreeElement) => Command> = {
  more: branch => ({ command: 'agentEnvelopes.runs.more', title: 'Show More', arguments: [branch] }),
  file: branch => ({ command: 'agentEnvelopes.runs.previewFile', title: 'Open File', arguments: [branch] }),
  place: branch => ({ command: 'agentEnvelopes.runs.previewSource', title: 'Open Source', arguments: [branch] }),
};

// Without a tooltip, a node with problems would show its decoration URI.
function tooltipOf({ label, tooltip }: TreeNode): MarkdownString | string {
  if (tooltip === undefined) return label;
  const markdown = new MarkdownString(tooltip, true);
  markdown.isTrusted = false;
  return markdown;
}

function iconOf({ id, color }: NonNullable<TreeNode['icon']>): ThemeIcon {
  return new ThemeIcon(id, color === undefined ? undefined : new ThemeColor(color));
}

import type { TreeNode } from '../../../../server/src/shared/protocol';

/** The presentation of a node besides its label, as plain data. */
export interface NodePresentation {
  description: string;
  /** The context value for menus: the type, and the available actions. */
  context: string;
  /** The accessibility label. */
  aloud: string;
  click: ClickTarget | undefined;
}
export type ClickTarget = 'more' | 'file' | 'place';

export function nodePresentation(node: TreeNode): NodePresentation {
  const { is, label, copies, uri, leads, live, outcome, problems } = node;
  const description = [live && 'live', node.description].filter(Boolean).join(' · ');
  const actions = [leads && 'leads', uri && 'file', copies && 'copies', live && 'live'].filter(Boolean);
  return {
    description,
    context: [is, ...actions].join(' '),
    aloud: [label, description, outcome !== 'unknown' && outcome, problems && problemCountsText(problems)]
      .filter(Boolean)
      .join(', '),
    click: clickTarget(node),
  };
}

/** "2 errors, 1 warning"; empty if there are none. */
export function problemCountsText({ error, warning, info }: NonNullable<TreeNode['problems']>): string {
  const counts: [number, string, string][] = [
    [error, 'error', 'errors'],
    [warning, 'warning', 'warnings'],
    [info, 'info', 'infos'],
  ];
  return counts
    .filter(([count]) => count > 0)
    .map(([count, singular, plural]) => `${count} ${count === 1 ? singular : plural}`)
    .join(', ');
}

// A document or an artifact with a file opens that file; other nodes open their location, or else their file.
function clickTarget({ is, uri, leads }: TreeNode): ClickTarget | undefined {
  if (is === 'more') return 'more';
  if (uri && (is === 'document' || is === 'artifact' || !leads)) return 'file';
  return leads ? 'place' : undefined;
}

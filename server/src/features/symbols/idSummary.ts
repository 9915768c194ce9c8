import type { Analysis } from '../../model/analysis';
import type { Workspace } from '../../model/disk';
import type { Name } from '../../model/name';
import { truncate } from '../../shared/truncate';
import { escapeMarkdown } from '../../text/markdown/escapeMarkdown';
import { featureFiles } from '../featureFiles';
import { declarationsOf } from './declarations';
import { isIdKind } from './symbolKinds';

const LONGEST = 200;

/**
 * The meaning of an id, in one line of Markdown; none if nothing declares it, or that is not known yet.
 *
 * @param feature the folder of the feature; that of the file by default
 */
export function idSummary(
  { kind, text }: Name,
  analysis: Analysis,
  workspace: Workspace,
  feature?: string | null,
): string | undefined {
  if (!isIdKind(kind)) return undefined;
  const found = featureFiles(analysis, kind, workspace, feature);
  const [declaration] = found ? declarationsOf(text, kind, { files: found.files, analysis }) : [];
  return declaration && [`**${declaration.id}**`, ...declaration.says.map(shortly).filter(Boolean)].join(' · ');
}

function shortly(text: string): string {
  const plain = text.replaceAll('\\|', '|').replace(/\s+/g, ' ').trim();
  return escapeMarkdown(truncate(plain, LONGEST));
}

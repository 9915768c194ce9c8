import type { Analysis } from '../../model/analysis';
import type { Markdown } from '../../model/markdown';
import type { Part } from '../../model/part';
import type { PatternedKind } from '../../model/registry';
import type { SourceFile } from '../../model/text';
import { rangeOf } from '../../parts/positions';
import { rootPart } from '../../parts/rootPart';
import { type IdQuery, idDefinitions } from '../../registry/idDefinitions';
import { canonicalId } from '../../registry/ids';
import { parseMarkdown } from '../../text/markdown/parseMarkdown';
import { type IdPlace, idMark } from './idOccurrences';

/** The location that declares an id. */
export interface Declaration extends IdPlace {
  uri: string;
  /** The declaration's texts, such as the cells of a row. */
  says: string[];
  /** Lower ranks take precedence. */
  rank: number;
}

/**
 * The rows, items or headings that declare an id, several if the id is declared more than once. Embedded copies are used only
 * if there is nothing else.
 */
export function declarationsOf(
  id: string,
  kind: PatternedKind,
  { files, analysis }: { files: readonly SourceFile[]; analysis: Analysis },
): Declaration[] {
  const wanted = { id: canonicalId(id), kind };
  const mark = idMark(id);
  const proper = files.flatMap(file =>
    file.lang === 'markdown' && file.lines.some(line => line.includes(mark)) ? declarationsIn(file, wanted) : [],
  );
  const found = proper.length > 0 ? proper : carriedDeclarations(analysis, wanted);
  const best = Math.min(...found.map(({ rank }) => rank));
  return found.filter(({ rank }) => rank === best);
}

function declarationsIn(file: SourceFile, wanted: Omit<IdQuery, 'uri'>): Declaration[] {
  const part = rootPart(file, 'markdown');
  return declarationsInPart(part, parseMarkdown(part.text), { ...wanted, uri: file.uri });
}

// A document embedded in an envelope is a copy, or yet to be written.
function carriedDeclarations({ file, parts }: Analysis, wanted: Omit<IdQuery, 'uri'>): Declaration[] {
  return parts.flatMap(({ part, document }) =>
    document && part.parent ? declarationsInPart(part, document.content.markdown, { ...wanted, uri: file.uri }) : [],
  );
}

function declarationsInPart(part: Part, markdown: Markdown, wanted: IdQuery): Declaration[] {
  const { uri, kind } = wanted;
  return idDefinitions(markdown, wanted).map(({ id, span, says, rank }) => {
    return { uri, kind, id, says, rank, range: rangeOf(part, span) };
  });
}

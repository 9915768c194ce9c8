import { joinPath } from '../../analysis/paths';
import { recognise } from '../../analysis/recognise';
import type { AnalysedPart, Analysis } from '../../model/analysis';
import type { MentioningEnvelope } from '../../model/conversion';
import { splitIntoParts } from '../../parts/splitIntoParts';
import { type LosslessJson, parseLossless } from '../../text/json/losslessJson';
import { languageOf } from '../../text/language';
import { sourceFile } from '../../text/lines';
import { isObject } from '../../text/pointer';
import { folderOf } from './newFileEdit';
import type { RefactoringContext } from './refactoringContext';

/** The envelopes of a kind that contain a text: those of the file, else those of the files beside it. */
export function envelopesMentioning(
  { analysis: { file, parts }, at }: { analysis: Analysis; at: AnalysedPart },
  { kind, text }: { kind: string; text: string },
  { context, workspace }: RefactoringContext,
  inline: LosslessJson['inline'],
): MentioningEnvelope[] {
  const quoted = JSON.stringify(text);
  const read = (source: string, stands: MentioningEnvelope['stands']): MentioningEnvelope[] => {
    const value = source.includes(quoted) ? parseLossless(source, inline)?.value : undefined;
    return isObject(value) && recognise(value, context.families, undefined)?.kind.id === kind
      ? [{ value, stands }]
      : [];
  };
  const place = parts.indexOf(at);
  const own = parts.flatMap(({ part }, index) => read(part.text, index < place ? 'before' : 'after'));
  const folder = folderOf(file.uri);
  if (own.length > 0 || folder === undefined) return own;
  const names = [...(workspace.disk.list(folder) ?? [])].filter(([name, type]) => type === 'file' && isJson(name));
  return names.slice(0, MOST_FILES).flatMap(([name]) => {
    const uri = joinPath(folder, [name]);
    const found = workspace.disk.text(uri);
    if (!found?.includes(quoted)) return [];
    return splitIntoParts(sourceFile(uri, languageOf(name) ?? 'json', found)).flatMap(part =>
      read(part.text, 'beside'),
    );
  });
}

const MOST_FILES = 50;

function isJson(name: string): boolean {
  const lang = languageOf(name);
  return lang !== undefined && lang !== 'markdown';
}

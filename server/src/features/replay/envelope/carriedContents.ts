import { identifier } from '../../../families/drafts/draft';
import type { Kind } from '../../../model/kind';
import type { EnvelopeLocation, Step } from '../../../model/run';
import { familyOf } from '../../../runs/reading/fileRecord';
import { atPointer } from '../../../text/pointer';
import type { CarriedContent, ReplayContext, RunSources } from '../context/replayContext';
import { parsedSource } from './parsedSource';
import { stepFamilies } from './stepFamilies';

/**
 * The contents, by path, of the files that a step wrote, as its envelopes carry them. Leaves out placeholders for omitted
 * content.
 */
export function carriedContents({ run, reader }: ReplayContext, index: number): Map<string, string> {
  const step = run.step(index);
  const contents = new Map<string, string>();
  for (const source of step.sources) {
    for (const content of contentsIn(reader, step, source)) {
      if (!reader.isElided(content)) contents.set(content.path, content.content);
    }
  }
  return contents;
}

/** All contents of files in an envelope of a step, with placeholders. */
export function contentsIn(
  reader: Pick<RunSources, 'text' | 'families'>,
  { kind, sources }: Step,
  source: EnvelopeLocation,
): CarriedContent[] {
  const family = familyOf({ kind });
  const kinds = stepFamilies(reader, sources).find(({ id }) => id === family)?.kinds ?? [];
  const carrying = kinds.filter(({ carries }) => carries);
  if (carrying.length === 0) return [];
  const { value } = parsedSource(reader.text(source));
  return carrying.flatMap(each => contentsOf(each, value, source));
}

function contentsOf({ carries }: Kind, value: unknown, source: EnvelopeLocation): CarriedContent[] {
  const items = carries && atPointer(value, carries.items);
  if (carries?.content === undefined || !Array.isArray(items)) return [];
  const contents: CarriedContent[] = [];
  for (const [item, holder] of items.entries()) {
    const path = identifier(atPointer(holder, carries.path));
    const content = atPointer(holder, carries.content);
    if (path === undefined || typeof content !== 'string') continue;
    contents.push({ source, item, path, content, language: atPointer(holder, '/language') });
  }
  return contents;
}

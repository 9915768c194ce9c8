import type { EnvelopeLocation } from '../../../model/run';
import type { Span } from '../../../model/text';
import type { RunIndex } from '../../../runs/index/runIndex';
import { nodeRef } from './nodeId';

/** The target of a node before its file is read: a value, or a span of the file's text without its byte order mark. */
export type NodeSource = EnvelopeLocation | { uri: string; span: Span };

/** The target of a node of the runs tree or a state tree; undefined if the node has none or no longer exists. */
export function nodeSource(index: RunIndex, node: string): NodeSource | undefined {
  const ref = nodeRef(node);
  switch (ref?.is) {
    case 'run': {
      const summary = index.run(ref.run)?.summary;
      const first = stepSource(index, ref.run, 0);
      return first ?? (summary?.registry === undefined ? undefined : { uri: summary.registry, part: 'root', path: [] });
    }
    case 'step':
      return stepSource(index, ref.run, ref.step);
    case 'effect':
    case 'told':
      return stepSource(index, ref.run, ref.step);
    case 'row':
      return { uri: ref.uri, span: { start: ref.start, end: ref.end } };
    default:
      return undefined;
  }
}

function stepSource(index: RunIndex, key: string, step: number): EnvelopeLocation | undefined {
  const run = index.run(key);
  return run && step < run.summary.steps ? run.step(step).sources[0] : undefined;
}

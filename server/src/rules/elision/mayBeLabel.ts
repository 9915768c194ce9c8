import { readOmissionLine } from './readOmissionLine';

/**
 * Returns whether a line in bold or italics may belong to a document, as a label or a sentence such as `**Hidden Files**` or `*No changes.*`.
 * Returns false for a remark that text is omitted: `*The remaining sections are unchanged.*`.
 */
export function mayBeLabel(line: string): boolean {
  const inner = EMPHASIS.exec(line.trim())?.slice(1).find(Boolean)?.trim();
  if (inner === undefined || /\.{3}|…|^[[(<]|\bbrevity\b/i.test(inner)) return false;
  const read = /:$/.test(inner) ? undefined : readOmissionLine(inner.replace(/[.!]$/, ''));
  if (!read) return true;
  const { left, others, thing, piece, number, state, above, settled } = read.counts;
  if (settled > 0) return false;
  return left + others + thing + piece + number === 0 || state + above === 0 || read.first === 'state';
}

const EMPHASIS = /^(?:\*{1,3}([^*]+)\*{1,3}|_{1,3}([^_]+)_{1,3}):?$/;

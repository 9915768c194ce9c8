import type { PageMessage, PageState } from '../../../../server/src/shared/pageMessages';
import type { ExportFormat, Redaction, ReplayQuestion } from '../../../../server/src/shared/protocol';

/**
 * Decodes a message from the page, field by field; undefined for an invalid one. The page shows untrusted files, so its
 * messages are untrusted, too.
 */
export function decodePageMessage(message: unknown): PageMessage | undefined {
  if (!isRecord(message) || typeof message['type'] !== 'string') return undefined;
  const decode = Object.hasOwn(decoders, message['type'])
    ? decoders[message['type'] as PageMessage['type']]
    : undefined;
  return decode?.(message);
}

/** Decodes a page's saved state, which VS Code restores; undefined if it has no run. */
export function decodePageState(state: unknown): Pick<PageState, 'run' | 'step'> | undefined {
  if (!isRecord(state)) return undefined;
  const { run, step } = state;
  return isText(run) ? { run, step: isIndex(step) ? step : 0 } : undefined;
}

// Reads keys by name, and thereby drops all other keys of a message.
const decoders: {
  [Type in PageMessage['type']]: (message: Fields) => Extract<PageMessage, { type: Type }> | undefined;
} = {
  ready: ({ run }) => ({ type: 'ready', ...(isText(run) && { run }) }),
  ask({ id, question, params }) {
    if (!isIndex(id) || !isQuestion(question) || !isRecord(params) || !isPlainData(params)) return undefined;
    return { type: 'ask', id, question, params: params as never };
  },
  at: ({ step }) => (isIndex(step) ? { type: 'at', step } : undefined),
  openSource({ step, source, path }) {
    if (!isIndex(step) || !isIndex(source)) return undefined;
    if (path === undefined) return { type: 'openSource', step, source };
    return isPath(path) ? { type: 'openSource', step, source, path } : undefined;
  },
  openDiff({ step, path, against }) {
    if (!isIndex(step) || !isText(path)) return undefined;
    return against === 'previous' || against === 'disk' ? { type: 'openDiff', step, path, against } : undefined;
  },
  openLink: ({ href }) => (isText(href) ? { type: 'openLink', href } : undefined),
  showInRuns: ({ step }) => (isIndex(step) ? { type: 'showInRuns', step } : undefined),
  pickOther: () => ({ type: 'pickOther' }),
  openRun: ({ run }) => (isText(run) ? { type: 'openRun', run } : undefined),
  save({ format, redaction }) {
    if (!isFormat(format)) return undefined;
    const checked = decodeRedaction(redaction);
    return checked && { type: 'save', format, redaction: checked };
  },
  send({ redaction }) {
    const checked = decodeRedaction(redaction);
    return checked && { type: 'send', redaction: checked };
  },
  copy: ({ text }) => (isText(text, MAX_COPY_LENGTH) ? { type: 'copy', text } : undefined),
  copyLink: ({ step }) => (isIndex(step) ? { type: 'copyLink', step } : undefined),
};

const questions: Record<ReplayQuestion, true> = {
  overview: true,
  timeline: true,
  stepAt: true,
  outline: true,
  outlinePlace: true,
  step: true,
  envelope: true,
  members: true,
  value: true,
  state: true,
  section: true,
  stateBetween: true,
  changes: true,
  artifact: true,
  conversation: true,
  conversationPlace: true,
  exchange: true,
  said: true,
  findSaid: true,
  why: true,
  graph: true,
  graphAt: true,
  edgeSteps: true,
  failedSteps: true,
  search: true,
  metrics: true,
  next: true,
  pacing: true,
  candidates: true,
  compare: true,
  difference: true,
  redactions: true,
  export: true,
};

const formats: Record<ExportFormat, true> = {
  html: true,
  mermaid: true,
  otlp: true,
  atif: true,
  jsonl: true,
  json: true,
};

/** The maximum length of names, paths and addresses, in characters. */
const MAX_LENGTH = 4096;
const MAX_COPY_LENGTH = 20_000_000;
const MAX_PATH_DEPTH = 1000;
const MAX_FIELDS = 200;

type Fields = Record<string, unknown>;

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown, maxLength = MAX_LENGTH): value is string {
  return typeof value === 'string' && value.length <= maxLength;
}

function isIndex(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isPath(value: unknown): value is (string | number)[] {
  return (
    Array.isArray(value) &&
    value.length <= MAX_PATH_DEPTH &&
    value.every(segment => isText(segment) || isIndex(segment))
  );
}

function isQuestion(value: unknown): value is ReplayQuestion {
  return typeof value === 'string' && Object.hasOwn(questions, value);
}

function isFormat(value: unknown): value is ExportFormat {
  return typeof value === 'string' && Object.hasOwn(formats, value);
}

function decodeRedaction(value: unknown): Redaction | undefined {
  if (!isRecord(value)) return undefined;
  const { paths, emails, secrets, words = secrets, personal = false, names = false, fields } = value;
  if (typeof paths !== 'boolean' || typeof emails !== 'boolean' || typeof secrets !== 'boolean') return undefined;
  if (typeof words !== 'boolean' || typeof personal !== 'boolean' || typeof names !== 'boolean') return undefined;
  if (!Array.isArray(fields) || fields.length > MAX_FIELDS) return undefined;
  const texts = fields.filter(field => isText(field));
  return texts.length === fields.length ? { paths, emails, secrets, words, personal, names, fields: texts } : undefined;
}

/**
 * Whether a value is JSON of acceptable size for a question: neither too deep nor too long, and without special property
 * names.
 */
function isPlainData(value: unknown): boolean {
  let remaining = MAX_SIZE;
  const fits = (part: unknown, depth: number): boolean => {
    remaining -= typeof part === 'string' ? 1 + part.length : 1;
    if (remaining < 0 || depth > MAX_DEPTH) return false;
    switch (typeof part) {
      case 'string':
      case 'boolean':
        return true;
      case 'number':
        return Number.isFinite(part);
      case 'object':
        if (part === null) return true;
        if (Array.isArray(part)) return part.every(item => fits(item, depth + 1));
        return isPlain(part) && Object.entries(part).every(([key, item]) => fits(key, depth) && fits(item, depth + 1));
      default:
        return false;
    }
  };
  return fits(value, 0);
}

/** The number of values, and of characters in texts and names: enough for the collapsed steps of a very long run. */
const MAX_SIZE = 500_000;
const MAX_DEPTH = 8;

function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return false;
  return !Object.keys(value).some(key => key === '__proto__' || key === 'constructor' || key === 'prototype');
}

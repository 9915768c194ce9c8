import { type StepEnvelopes, writeSpans } from '../../families/otlp/writeSpans';
import { writeTrajectory } from '../../families/traces/writeTrajectory';
import type { RunSummary } from '../../model/run';
import { exportedRun, exportedStep } from '../../runs/exportedRun';
import { mermaidDiagram } from '../../runs/mermaidDiagram';
import { t } from '../../shared/l10n';
import type { ExportFormat, ReplayAnswer, ReplayParams } from '../../shared/replay/index';
import { compactJson } from '../../text/json/jsonScanner';
import { plain } from '../runs/treeNodeTexts';
import { packRun, RUN_ELEMENT } from './packRun';
import { redactedReplay } from './redactedReplay';
import type { EnvelopeContent, ReplayedRun } from './replayedRun';
import { singleFilePage } from './singleFilePage';
import { exportedExchange, stepMessages } from './stepMessages';

/**
 * Exports a workflow run in the chosen format, as a text with a final newline, and suggests a file name. On failure, throws an error with a
 * message for users.
 */
export function exportRun(replay: ReplayedRun, { format, redaction }: ReplayParams<'export'>): ReplayAnswer<'export'> {
  const write = Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
  if (!write) throw new Error(t`A run can't be exported as "${format}".`);
  const redacted = redactedReplay(replay, redaction);
  try {
    return { text: write(redacted), name: exportFileName(redacted.run.summary, format) };
  } catch (error) {
    // The only other RangeError here: a string that exceeds the maximum length.
    if (error instanceof RangeError) throw new Error(t`The run is too large to be exported as one text.`);
    throw error;
  }
}

const FORMATS: Record<ExportFormat, (replay: ReplayedRun) => string> = {
  html: exportedPage,
  mermaid: ({ run }) => mermaidDiagram(run),
  otlp: otlpOf,
  atif: atifOf,
  jsonl: stepLines,
  json: jsonOf,
};

function otlpOf({ run, reader }: ReplayedRun): string {
  return writeSpans(run, stepEnvelopes(reader));
}

function atifOf({ run, reader }: ReplayedRun): string {
  return writeTrajectory(run, stepEnvelopes(reader));
}

function jsonOf({ run, reader }: ReplayedRun): string {
  return `${JSON.stringify(exportedRun(run, { rangeOf: reader.range, fileOf: reader.fileOf }), undefined, 2)}\n`;
}

/** Returns the name of an exported file: the run's id in characters that every file system accepts. */
export function exportFileName({ id, family }: Pick<RunSummary, 'id' | 'family'>, format: ExportFormat): string {
  const stem = id
    .slice(0, LOOKED_AT)
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[.-]+|[.-]+$/g, '')
    .slice(0, LONGEST);
  // Reserved device names on Windows, whatever the extension.
  const isReserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(stem);
  return `${isReserved || stem === '' ? `${family}-run${stem && `-${stem}`}` : stem}${ENDINGS[format]}`;
}

const LOOKED_AT = 200;
const LONGEST = 80;

const ENDINGS: Record<ExportFormat, string> = {
  html: '.replay.html',
  mermaid: '.mmd',
  otlp: '.otlp.json',
  atif: '.trajectory.json',
  jsonl: '.steps.jsonl',
  json: '.run.json',
};

/**
 * Returns a self-contained page that replays a run in any browser; it loads and sends nothing. The run is embedded as data,
 * never as code. Throws an error with a message for users if the page was not built.
 */
function exportedPage(replay: ReplayedRun): string {
  const page = replay.reader.page?.();
  if (!page) throw new Error(t`The replay page is not there: this build can export other formats only.`);
  const { title, id } = replay.run.summary;
  return singleFilePage({
    title: plain(title) || plain(id),
    body: [
      '<div id="replay"></div>',
      '<noscript>This run is replayed by scripts in this file, which this browser does not run.</noscript>',
      `<script type="application/json" id="${RUN_ELEMENT}">${inert(JSON.stringify(packRun(replay)))}</script>`,
    ],
    style: page.style,
    scripts: [page.core, page.script],
    notices: page.notices,
  });
}

/**
 * Escapes JSON so that it can neither close its element, nor open another, nor send control characters to a terminal that
 * prints it.
 */
function inert(json: string): string {
  return json.replace(
    /[<\u007f-\u009f\u2028\u2029]/g,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Returns functions that read the envelopes of a step, and their exchange. */
export function stepEnvelopes(reader: ReplayedRun['reader']): StepEnvelopes {
  return {
    textsOf: ({ envelopes }) =>
      envelopes.map(location => {
        const read = reader.text(location);
        return 'text' in read ? read.text : undefined;
      }),
    saidIn: step => {
      const said = stepMessages(reader, step);
      const exported = exportedExchange(said) ?? undefined;
      const { finishReason } = said.call;
      return exported && finishReason !== undefined ? { ...exported, finishReason } : exported;
    },
  };
}

/** Returns the steps of a run as JSON Lines, each with its envelopes as JSON; null for an envelope that can't be read. */
function stepLines({ run, reader }: ReplayedRun): string {
  const places = { rangeOf: reader.range, fileOf: reader.fileOf };
  const lines: string[] = [];
  for (let index = 0; index < run.summary.steps; index++) {
    const step = run.step(index);
    const json = JSON.stringify(exportedStep(step, places));
    const envelopes = step.envelopes.map(location => envelopeOf(reader.text(location)));
    lines.push(`${json.slice(0, -1)},"envelopes":[${envelopes.join(',')}]}\n`);
  }
  return lines.join('');
}

// Text that is not JSON becomes a string.
function envelopeOf(read: EnvelopeContent): string {
  if ('fault' in read) return 'null';
  return (read.lang === 'markdown' ? undefined : compactJson(read.text)) ?? JSON.stringify(read.text);
}

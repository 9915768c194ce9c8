import { useState } from 'preact/hooks';
import type { SaidPart, SaidResult } from '../../../../server/src/shared/protocol';
import { Icon } from '../../ui/Icon';
import { NameText } from '../common/NameText';
import { TextBody } from './TextBody';
import './ToolCall.css';

interface ToolCallProps {
  step: number;
  part: Extract<SaidPart, { is: 'call' | 'result' }>;
  /** What was found in its message; empty where nothing was. */
  words: string;
  /** Its result may stand further on. */
  isOpen?: boolean | undefined;
}

/** A call of a tool and its result side by side, under a heading that folds them. */
export function ToolCall({ step, part, words, isOpen }: ToolCallProps) {
  const [open, setOpen] = useState(true);
  const result: SaidResult | undefined = part.is === 'call' ? part.result : part;
  return (
    <div class={`tool-call ${result?.isError ? 'failed' : ''}`}>
      <button type="button" class="tool-head" aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon name={open ? 'chevron-down' : 'chevron-right'} />
        <Icon name="tools" />
        <NameText text={part.name ?? 'tool result'} class="tool-name" />
        {part.id !== undefined && <span class="mono quiet tool-id">{part.id}</span>}
        {result && (
          <span class={`tool-outcome ${result.isError ? 'bad' : 'good'}`}>
            <Icon name={result.isError ? 'error' : 'check'} tone={result.isError ? 'bad' : 'good'} />
            <span class="read-aloud">{result.isError ? 'failed' : 'answered'}</span>
          </span>
        )}
      </button>
      {open && <ToolSides step={step} part={part} words={words} isOpen={isOpen} />}
    </div>
  );
}

/** The arguments of a call and its result side by side. */
export function ToolSides({ step, part, words, isOpen }: ToolCallProps) {
  const result: SaidResult | undefined = part.is === 'call' ? part.result : part;
  return (
    <div class="tool-sides">
      {part.is === 'call' && (
        <section class="tool-side" aria-label="Arguments">
          <TextBody step={step} said={part.arguments} words={words} isValue />
        </section>
      )}
      {result && (
        <section class="tool-side" aria-label="Result">
          <TextBody step={step} said={result} words={words} isValue />
        </section>
      )}
      {!result && !isOpen && <p class="tool-side quiet">No result here.</p>}
    </div>
  );
}

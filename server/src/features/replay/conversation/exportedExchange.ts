import type { ExportedExchange } from '../../../runs/export/exportedRun';
import type { SourcedMessage, StepMessages } from './stepExchange';

/** What a step said, for other programs; null where it said nothing. */
export function exportedExchange({ messages }: StepMessages): ExportedExchange | null {
  if (messages.length === 0) return null;
  const side = (wanted: SourcedMessage['side']) =>
    messages
      .filter(message => message.side === wanted)
      .map(({ role, name, parts }) => ({ role, ...(name !== undefined && { name }), parts }));
  return { input: side('input'), output: side('output') };
}

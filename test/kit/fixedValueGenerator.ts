/** What fixes make up in tests: the same every time. */
export function fixedValueGenerator(slot: string): string | undefined {
  return MADE_UP[slot];
}

const MADE_UP: Record<string, string> = {
  time: '2026-06-01T10:05:09Z',
  'call-id': 't_abcdefghi0',
  'trace-decision-id': 'tr_abcdefghij01',
  'message-id': 'msg_900',
};

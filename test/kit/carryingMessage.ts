/** A message, as one line, that carries these files. */
export function carryingMessage(text: string, files: readonly { path: string; content: string }[]): string {
  const envelope = JSON.parse(text);
  const artifacts = files.map(file => ({ type: 'code', status: 'proposed', ...file }));
  return JSON.stringify({ ...envelope, payload: { ...envelope.payload, artifacts } });
}

/** JSON with a final newline, and without characters that control a terminal or reorder its text. */
export function escapedJsonLine(json: string): string {
  return `${escapeControls(json)}\n`;
}

/** JSON.stringify does not escape DEL, C1 controls, separators and bidirectional controls. */
export function escapeControls(json: string): string {
  return json.replace(/[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, character => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

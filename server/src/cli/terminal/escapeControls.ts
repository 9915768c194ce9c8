/** JSON, ended by a line end, in which no character is left that steers a terminal or reorders what it shows. */
export function escapedJsonLine(json: string): string {
  return `${escapeControls(json)}\n`;
}

/** JSON.stringify spares DEL, C1, separators and what changes the direction of writing. */
export function escapeControls(json: string): string {
  return json.replace(/[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, character => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

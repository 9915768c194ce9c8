/** JSON, ended by a line end, in which no character is left that steers a terminal. */
export function asciiControls(json: string): string {
  return `${escapedControls(json)}\n`;
}

/** JSON.stringify spares DEL and C1. */
export function escapedControls(json: string): string {
  return json.replace(/[\u007f-\u009f\u2028\u2029]/g, character => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

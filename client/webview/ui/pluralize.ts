/** `1 step`, `1,204 steps`. */
export function pluralize(count: number, one: string): string {
  return `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`;
}

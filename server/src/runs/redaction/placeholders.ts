/** Numbers the placeholders of redacted texts: `[secret 1]`, the same for equal texts. */
export function numberedPlaceholders(what: string): (text: string) => string {
  const numbers = new Map<string, number>();
  return text => {
    const number = numbers.get(text) ?? numbers.size + 1;
    numbers.set(text, number);
    return `[${what} ${number}]`;
  };
}

/** What stands for texts that are covered: `[secret 1]`, the same for the same text. */
export function numberedPlaceholders(what: string): (text: string) => string {
  const numbers = new Map<string, number>();
  return text => {
    const number = numbers.get(text) ?? numbers.size + 1;
    numbers.set(text, number);
    return `[${what} ${number}]`;
  };
}

import { copyString } from './copyString';

// Enough for the cells of a large document; a text longer than this is worth no memory.
const MOST = 20_000;
const LONGEST = 500;

/** A pure function of a text that remembers its answers: between two keystrokes nearly all texts are the same. */
export function memoizeByText<T>(make: (text: string) => T): (text: string) => T {
  let made = new Map<string, T>();
  return text => {
    if (text.length > LONGEST) return make(text);
    const known = made.get(text);
    if (known !== undefined || made.has(text)) return known as T;
    if (made.size >= MOST) made = new Map();
    // Remembered as a copy: a piece would keep the text alive that it was cut from.
    const own = copyString(text);
    const answer = make(own);
    made.set(own, answer);
    return answer;
  };
}

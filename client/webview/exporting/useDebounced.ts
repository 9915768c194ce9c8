import { useEffect, useState } from 'preact/hooks';

/** A value once it has been unchanged for some milliseconds. */
export function useDebounced<T>(value: T, milliseconds: number): T {
  const [settled, settle] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => settle(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}

/** Whether an element is one of those, spread evenly, that get a fault. */
export function isSeeded(index, count, faults) {
  return Math.floor(((index + 1) * faults) / count) > Math.floor((index * faults) / count);
}

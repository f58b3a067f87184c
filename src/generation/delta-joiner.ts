/**
 * Makes every delta well-formed Unicode: a surrogate pair that was split over two deltas is put together again.
 * @returns takes a delta and gives what can be passed on now, perhaps `""`; half a pair is held back
 */
export function createDeltaJoiner(): (delta: string) => string {
  let held = "";
  return (delta) => {
    const joined = held + delta;
    const last = joined.charCodeAt(joined.length - 1);
    const isHighSurrogate = last >= 0xd800 && last <= 0xdbff;
    held = isHighSurrogate ? joined.slice(-1) : "";
    return (isHighSurrogate ? joined.slice(0, -1) : joined).toWellFormed();
  };
}

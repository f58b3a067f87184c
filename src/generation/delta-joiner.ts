/** Makes every delta well-formed Unicode: a surrogate pair that was split over two deltas is put together again. */
export interface DeltaJoiner {
  /** @returns what can be passed on now, perhaps `""` */
  push(text: string): string;
  /** @returns what was held back, at the end */
  flush(): string;
}

export function createDeltaJoiner(): DeltaJoiner {
  let held = "";
  return {
    push(text) {
      const joined = held + text;
      const last = joined.charCodeAt(joined.length - 1);
      const isHighSurrogate = last >= 0xd800 && last <= 0xdbff;
      held = isHighSurrogate ? joined.slice(-1) : "";
      return (isHighSurrogate ? joined.slice(0, -1) : joined).toWellFormed();
    },
    flush() {
      const rest = held.toWellFormed();
      held = "";
      return rest;
    },
  };
}

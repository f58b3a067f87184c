import type { Driver } from "../contract/index.js";

const closings = new WeakMap<Driver, Promise<void>>();

/** Closes a driver; once, however many LLMs and wrappers share it. */
export function closeOnce(driver: Driver): Promise<void> {
  const closing = closings.get(driver) ?? (async () => driver.close?.())();
  closings.set(driver, closing);
  return closing;
}

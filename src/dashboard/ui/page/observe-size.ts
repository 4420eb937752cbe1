/** Calls back soon, and whenever one of the elements changes its size. Returns a stop function. */
export function observeSize(elements: readonly (Element | null)[], onSize: () => void): () => void {
  const sizes = new ResizeObserver(onSize);
  for (const element of elements) if (element !== null) sizes.observe(element);
  return () => sizes.disconnect();
}

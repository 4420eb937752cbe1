import { lazy, memo, useState, type ComponentType, type NamedExoticComponent } from "react";

export type Preloadable<Props> = NamedExoticComponent<Props> & {
  readonly preload: () => Promise<void>;
};

/**
 * Even if its code is loaded, `lazy` suspends in its first render, and React then shows the fallback for 300 ms. This
 * does not.
 */
export function lazyWithPreload<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): Preloadable<Props> {
  let loaded: ComponentType<Props> | undefined;
  const fetch = async () => ({ default: (loaded = await load()) });
  const Lazy = lazy(fetch);
  const Part = memo(function Part(props: Props) {
    const [Component] = useState(() => loaded ?? Lazy);
    return <Component {...props} />;
  });
  return Object.assign(Part, { preload: async () => void (await fetch().catch(() => undefined)) });
}

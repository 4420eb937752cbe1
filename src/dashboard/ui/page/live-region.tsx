import { createContext, useCallback, useContext, useState, type ReactNode } from "react";

export type Announce = (message: string) => void;

const AnnounceContext = createContext<Announce>(() => undefined);

export function useAnnounce(): Announce {
  return useContext(AnnounceContext);
}

/** Rendered from the start, because screen readers ignore a region that appears together with its text. */
export function LiveRegionProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [message, setMessage] = useState("");
  const announce = useCallback((next: string): void => {
    // Screen readers ignore a repeated sentence. A trailing space makes it different.
    setMessage((last) => (next === last ? `${next}\u00A0` : next));
  }, []);
  return (
    <AnnounceContext value={announce}>
      {children}
      <output aria-live="polite" aria-atomic="true" data-testid="announcements" className="sr-only">
        {message}
      </output>
    </AnnounceContext>
  );
}

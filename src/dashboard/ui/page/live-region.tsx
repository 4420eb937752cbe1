import { createContext, useCallback, useContext, useRef, useState, type ReactNode } from "react";

export type Announce = (message: string) => void;

const AnnounceContext = createContext<Announce>(() => undefined);

export function useAnnounce(): Announce {
  return useContext(AnnounceContext);
}

/** Rendered from the start, because screen readers ignore a region that appears together with its text. */
export function LiveRegionProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [message, setMessage] = useState("");
  const last = useRef("");
  const announce = useCallback((next: string): void => {
    // Screen readers ignore a repeated sentence. A trailing space makes it different.
    const text = next === last.current ? `${next}\u00A0` : next;
    last.current = text;
    setMessage(text);
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

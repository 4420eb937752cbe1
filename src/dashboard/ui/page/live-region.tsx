import { createContext, useCallback, useContext, useRef, useState, type ReactNode } from "react";

export type Announce = (message: string) => void;

const AnnounceContext = createContext<Announce>(() => undefined);

export function useAnnounce(): Announce {
  return useContext(AnnounceContext);
}

/** Exists from the start: a region that arrives with its text is not read. */
export function LiveRegionProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [message, setMessage] = useState("");
  const last = useRef("");
  const announce = useCallback((next: string): void => {
    // A repeated sentence would stay silent; a trailing space makes it differ.
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

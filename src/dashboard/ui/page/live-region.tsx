// Says things politely to people who do not see the screen change.
import { createContext, useCallback, useContext, useMemo, useRef, useState, type ReactNode } from "react";

export type Announce = (message: string) => void;

const AnnounceContext = createContext<Announce>(() => undefined);

/** The function that announces a sentence. Outside of a provider it does nothing. */
export function useAnnounce(): Announce {
  return useContext(AnnounceContext);
}

/** Holds the one polite live region of the page. The region exists from the start: one that arrives with its text is not read. */
export function LiveRegionProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [message, setMessage] = useState("");
  const last = useRef("");
  const announce = useCallback((next: string): void => {
    // The same sentence twice changes nothing in the page and would stay unsaid: a trailing space makes it differ.
    const text = next === last.current ? `${next}\u00A0` : next;
    last.current = text;
    setMessage(text);
  }, []);
  const region = useMemo(
    () => (
      <output aria-live="polite" aria-atomic="true" data-testid="announcements" className="sr-only">
        {message}
      </output>
    ),
    [message],
  );
  return (
    <AnnounceContext value={announce}>
      {children}
      {region}
    </AnnounceContext>
  );
}

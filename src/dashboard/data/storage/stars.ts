import { useMemo } from "react";
import { toggled } from "../../../domain/toggled.ts";
import { createStoredIds, useStoredValue, type StoredValue } from "./stored-value.ts";

const maximumStars = 2_000;

const storedStars = createStoredIds("yieldboard.stars", maximumStars);
const storedTokens = createStoredIds("yieldboard.stars.tokens", maximumStars);

interface Stars {
  readonly starred: ReadonlySet<string>;
  readonly toggle: (id: string) => void;
}

function useStarsOf(stored: StoredValue<readonly string[]>): Stars {
  const ids = useStoredValue(stored);
  return useMemo(
    () => ({
      starred: new Set(ids),
      toggle: (id) => stored.set(toggled(stored.get(), id).slice(-maximumStars)),
    }),
    [ids, stored],
  );
}

export function useStars(): Stars {
  return useStarsOf(storedStars);
}

export function useTokenStars(): Stars {
  return useStarsOf(storedTokens);
}

import { useMemo } from "react";
import { toggled } from "../../../domain/toggled.ts";
import { createStoredIds, useStoredValue } from "./stored-value.ts";

const maxStars = 2_000;

function createStars(key: string) {
  const stored = createStoredIds(key, maxStars);
  const toggle = (id: string): void => stored.set(toggled(stored.get(), id).slice(-maxStars));
  return function useStars() {
    const ids = useStoredValue(stored);
    return useMemo(() => ({ starred: new Set(ids), toggle }), [ids]);
  };
}

export const useStars = createStars("yieldboard.stars");
export const useTokenStars = createStars("yieldboard.stars.tokens");

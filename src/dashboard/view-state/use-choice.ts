import { readParameter, withParameters } from "../../domain/view-state/search-text.ts";
import { changeSearch, useSearch, type HistoryMode, type OwnParameter } from "./address.ts";

/** A page's own parameter with a few possible values. Invalid values count as the default, which the URL omits. */
export function useChoice<Value extends string>(
  name: OwnParameter,
  values: readonly Value[],
  defaultValue: Value,
  how?: HistoryMode,
): readonly [value: Value, choose: (value: Value) => void] {
  const text = readParameter(useSearch(), name);
  const value = values.find((known) => known === text) ?? defaultValue;
  const choose = (next: Value): void =>
    changeSearch((now) => withParameters(now, [[name, next === defaultValue ? undefined : next]]), how);
  return [value, choose];
}

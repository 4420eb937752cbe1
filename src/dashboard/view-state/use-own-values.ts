import { initialValues, type ParametersFor } from "../../domain/market/filters/parameters.ts";
import { readValues, withParameters } from "../../domain/view-state/search-text.ts";
import { changeSearch, useSearch } from "./address.ts";

/** A page's own values, whose parameters `ofOnePage` lists. Replaces the history entry, so that Back leaves the page. */
export function useOwnValues<Values extends object>(
  parameters: ParametersFor<Values>,
): readonly [values: Values, change: (change: Partial<Values>) => void] {
  const values = readValues(parameters, useSearch(), initialValues(parameters));
  const change = (next: Partial<Values>): void => {
    const texts: (readonly [name: string, text: string | undefined])[] = [];
    for (const field in parameters) {
      if (!Object.hasOwn(next, field)) continue;
      const { [field]: parameter } = parameters;
      const { [field]: value } = next;
      const isOmitted = value === undefined || parameter.isInitial(value);
      texts.push([parameter.name, isOmitted ? undefined : parameter.write(value)]);
    }
    changeSearch((now) => withParameters(now, texts), "replace");
  };
  return [values, change];
}

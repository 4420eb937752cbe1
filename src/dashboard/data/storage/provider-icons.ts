// An answer names only the providers of its markets. A filter also lists the others, so their icons are remembered.
import { useEffect } from "react";
import { z } from "../../../contract/zod.ts";
import { createStoredValue, readStoredJson, useStoredValue } from "./stored-value.ts";

/** Image URLs by provider id. */
type ProviderIcons = ReadonlyMap<string, string>;

const maximumProviders = 100;
/** Longer URLs are pictures themselves, as data URLs. */
const longestAddress = 400;

const entriesSchema = z.array(z.tuple([z.string(), z.string()]));

const storedIcons = createStoredValue<ProviderIcons>(
  "yieldboard.provider-icons",
  (text) => new Map(entriesSchema.safeParse(readStoredJson(text)).data),
  (icons) => (icons.size === 0 ? undefined : JSON.stringify([...icons])),
);

export function useProviderIcons(
  providers: readonly { readonly id: string; readonly icon: string | undefined }[],
): ProviderIcons {
  useEffect(() => {
    const known = storedIcons.get();
    const news = providers.flatMap(({ id, icon }): readonly (readonly [string, string])[] =>
      icon === undefined || icon.length > longestAddress || known.get(id) === icon ? [] : [[id, icon]],
    );
    if (news.length > 0) storedIcons.set(new Map([...known, ...news].slice(-maximumProviders)));
  }, [providers]);
  return useStoredValue(storedIcons);
}

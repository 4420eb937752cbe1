import { z } from "../../../contract/zod.ts";

/** Parses the items of a stored list. Skips unreadable ones. */
export function parseEach<Schema extends z.ZodMiniType>(value: unknown, schema: Schema): z.output<Schema>[] {
  const items = z.array(z.unknown()).safeParse(value).data ?? [];
  return items.flatMap((item) => {
    const result = schema.safeParse(item);
    return result.success ? [result.data] : [];
  });
}

import { z } from "../../../contract/zod.ts";

/** The items of a stored list that can be read; the others are left out. */
export function parseEach<Schema extends z.ZodMiniType>(value: unknown, schema: Schema): z.output<Schema>[] {
  const items = z.array(z.unknown()).safeParse(value).data ?? [];
  return items.flatMap((item) => {
    const result = schema.safeParse(item);
    return result.success ? [result.data] : [];
  });
}

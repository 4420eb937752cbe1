// Says that the record cannot be read, and what is missing because of it.
import { Database } from "lucide-react";
import type { ReactNode } from "react";
import { formatAge } from "../../format/time.ts";
import { Button } from "../../ui/fields/button.tsx";
import { Banner } from "../../ui/marks/banner.tsx";
import { useNow } from "../../ui/page/now.ts";
import type { RecordReading } from "./use-record-figures.ts";

export function RecordBanner({ record }: { readonly record: RecordReading }): ReactNode {
  const { error, readAt, retry } = record;
  const now = useNow(30_000);
  if (error === undefined) return null;
  return (
    <Banner icon={<Database className="size-4" />} action={<Button onClick={retry}>Try again</Button>}>
      <b className="font-semibold text-text">The record cannot be read now.</b>{" "}
      {error.code === "record-unavailable"
        ? "It has only just begun, or its store does not answer."
        : error.message}{" "}
      {readAt === undefined
        ? "Flows, ages and averages recorded here are missing."
        : `What is shown of it was read ${formatAge(readAt, now)}.`}
    </Banner>
  );
}

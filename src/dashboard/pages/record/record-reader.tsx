// What the record says of every market, read beside a list or a comparison that shows it. Draws nothing but why it is not there.
import { Database } from "lucide-react";
import { useEffect, type Dispatch, type ReactNode, type SetStateAction } from "react";
import { recordFigures, type RecordFigures } from "../../data/record/record-figures.ts";
import { useRecordSummary } from "../../queries/record.ts";
import { formatAge } from "../../format/time.ts";
import { Button } from "../../ui/fields/button.tsx";
import { Banner } from "../../ui/marks/banner.tsx";
import { useNow } from "../../ui/page/now.ts";

export interface RecordReading {
  /** What was read last; undefined before that. */
  readonly figures: RecordFigures | undefined;
  /** Whether it could not be read, or not anew. */
  readonly failed: boolean;
}

interface RecordReaderProps {
  readonly onRead: Dispatch<SetStateAction<RecordReading>>;
}

export function RecordReader({ onRead }: RecordReaderProps): ReactNode {
  const { body, error, readAt, retry } = useRecordSummary(true);
  const failed = error !== undefined;
  useEffect(() => {
    onRead((last) => {
      const figures = body === undefined ? last.figures : recordFigures(body, last.figures);
      return figures === last.figures && failed === last.failed ? last : { figures, failed };
    });
  }, [body, failed, onRead]);
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

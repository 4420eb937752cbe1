// What the record says of every market, read beside the list while the list shows it or is ordered by it. Draws nothing.
import { useEffect, type Dispatch, type ReactNode, type SetStateAction } from "react";
import { Queries } from "../queries.tsx";
import { recordFigures, type RecordFigures } from "./record-figures.ts";
import { useRecordSummary } from "./record-query.ts";

interface RecordReaderProps {
  readonly onFigures: Dispatch<SetStateAction<RecordFigures | undefined>>;
}

export function RecordReader(props: RecordReaderProps): ReactNode {
  return (
    <Queries>
      <Reader {...props} />
    </Queries>
  );
}

function Reader({ onFigures }: RecordReaderProps): ReactNode {
  const { body } = useRecordSummary(true);
  useEffect(() => {
    if (body !== undefined) onFigures((last) => recordFigures(body, last));
  }, [body, onFigures]);
  return null;
}

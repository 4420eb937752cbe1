// The dialog of a phone: rises from the lower edge, with one large button at its foot.
import type { ReactNode } from "react";
import { Button } from "../fields/button.tsx";
import { Dialog } from "./dialog.tsx";

export interface SheetProps {
  readonly title: string;
  readonly aside?: ReactNode;
  /** The text of the button that closes the sheet. */
  readonly done: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function Sheet({ title, aside, done, onClose, children }: SheetProps): ReactNode {
  return (
    <Dialog
      shape="sheet"
      title={title}
      aside={aside}
      onClose={onClose}
      footer={
        <Button variant="primary" size="touch" className="w-full" onClick={onClose}>
          {done}
        </Button>
      }
    >
      {children}
    </Dialog>
  );
}

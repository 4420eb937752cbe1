// Confirms on any page that a rule was saved, because nothing else changes when the form closes.
import { BellRing, X } from "lucide-react";
import { useEffect, useRef, type ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { routes } from "../../../contract/routes.ts";
import { createdRuleName } from "../../data/alerts/alert-draft.ts";
import { IconButton, linkButtonClass } from "../../ui/fields/button.tsx";
import { Toast } from "../../ui/overlay/toast.tsx";
import { hrefTo, useSearch } from "../../view-state/address.ts";

const close = (): void => createdRuleName.set(undefined);

export function RuleSavedNotice({ name }: { readonly name: string }): ReactNode {
  const [path] = useLocation();
  const search = useSearch();
  const madeAt = useRef(path);
  // Not needed on the alerts page, which lists the rule.
  useEffect(() => {
    if (path !== madeAt.current || path === routes.alerts.path) close();
  }, [path]);
  return (
    <Toast label="Rule created">
      <BellRing className="size-4 shrink-0 text-text2" />
      <p className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <b className="font-semibold">Rule created:</b> {name}
      </p>
      <Link href={hrefTo(routes.alerts.path, search)} className={linkButtonClass()}>
        See rules
      </Link>
      <IconButton label="Close" onClick={close} icon={<X className="size-4" />} />
    </Toast>
  );
}
